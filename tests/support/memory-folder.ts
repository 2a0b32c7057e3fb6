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

/**
 * Where the databases of tests are kept: in memory where the system has 2 GB for it, else with other temporary files.
 * What a killed process leaves there stays, as on a disk; only the machine must not be switched off.
 */
export const memoryFolder = (): string => (isRoomy(memory) ? memory : tmpdir())
