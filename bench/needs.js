import { spawnSync } from 'node:child_process'

/**
 * Ends with 1 and a sentence where a program is missing, before anything long begins.
 * @param {string} what the command that needs them
 * @param {readonly string[]} programs named as their packages of Debian
 */
export const programsOrEnd = (what, programs) => {
  const missing = programs.filter((name) => spawnSync(name, ['-v']).error !== undefined)
  if (missing.length === 0) return
  console.error(
    `${what} needs ${missing.join(' and ')}: as root on Debian, apt-get install ${missing.join(' ')}.`,
  )
  process.exit(1)
}
