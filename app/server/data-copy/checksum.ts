import { createHash } from 'node:crypto'

/** With SQL names; values are numbers, texts and nulls only. */
export type CopiedRow = Readonly<Record<string, unknown>>

/** The same on both engines for the same rows in any order. */
export interface TableCount {
  readonly rows: number
  readonly checksum: string
}

const mask = (1n << 128n) - 1n

/** Adds the hashes of rows, so that their order, which engines differ in, does not matter. */
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
