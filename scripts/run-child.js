import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Gives the exit code, 1 when a signal ended the program. Throws when there is no such program.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export const runChild = async (program, args, options) => {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
