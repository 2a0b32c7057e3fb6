import { readFileSync } from 'node:fs'

/** Of the kernel's `clock ticks`: 100 a second on every Linux. */
const tickMs = 10

/** Processor time of a process so far, all its threads together, ms. */
export const processorMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
