import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}

/** Where databases of tests are: in memory where there are 2 GB for it, else with other temporary files. */
export const memoryFolder = (): string => (isRoomy(memory) ? memory : tmpdir())
