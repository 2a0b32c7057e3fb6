import { createHash } from 'node:crypto'

/** A row with the names of SQL; numbers, texts and nulls alone, as every column of the shop is. */
export type CopiedRow = Readonly<Record<string, unknown>>

/** What a table holds, the same on both engines for the same rows, in whatever order they were read. */
export interface TableCount {
  readonly rows: number
  /** 32 hexadecimal digits. */
  readonly checksum: string
}

const mask = (1n << 128n) - 1n

/** The hashes of all rows are added: engines that order texts differently come to the same sum. */
export const createChecksum = (columns: readonly string[]) => {
  let rows = 0
  let sum = 0n
  return {
    add: (row: CopiedRow): void => {
      const values = JSON.stringify(columns.map((column) => row[column] ?? null))
      rows += 1
      sum = (sum + BigInt(`0x${createHash('sha256').update(values).digest('hex').slice(0, 32)}`)) & mask
    },
    count: (): TableCount => ({ rows, checksum: sum.toString(16).padStart(32, '0') }),
  }
}
