import { readFileSync } from 'node:fs'
import { findPostgresFolder } from '../../scripts/programs-for-tests.js'

/** The folder of `initdb` and `postgres`: Debian's newest, else the first on PATH. Throws one sentence when there is none. */
export const findPostgresBinaries = (): string => {
  const found = findPostgresFolder()
  if (found === undefined) {
    throw new Error(
      'PostgreSQL is not installed: the tests need its initdb and postgres (on Debian: apt-get install postgresql).',
    )
  }
  return found
}

export interface PostgresUser {
  readonly uid: number
  readonly gid: number
}

/** Who runs the cluster when we are root, which PostgreSQL refuses to be; undefined when we may run it ourselves. */
export const findPostgresUser = (): PostgresUser | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (account === undefined)
    throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}
