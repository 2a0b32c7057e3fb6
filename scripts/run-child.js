import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} the exit code, 1 after a signal; rejects when there is no such program
 */
export const runChild = async (program, args, options) => {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
