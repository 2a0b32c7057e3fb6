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

/** The folder of the tests' databases: in memory if 2 GB are free there, else with other temporary files. */
export const memoryFolder = (): string => (isRoomy(memory) ? memory : tmpdir())
