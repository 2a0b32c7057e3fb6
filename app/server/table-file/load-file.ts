import type { z } from 'zod'
import type { Result } from '../../kernel/result.ts'
import { checkedRows } from './cells.ts'
import { type Columns, readRows } from './read-rows.ts'

/** A CSV or JSON file of the owner's. With `replace`, whatever it does not hold goes. */
export interface FileToLoad {
  readonly bytes: Uint8Array
  readonly replace: boolean
}

/**
 * What loading a file did, or every problem in Japanese and with the place of its row: then nothing was written. `remarks`
 * are for the owner to look at.
 */
export type FileLoaded = Result<
  { readonly written: number; readonly removed: number; readonly remarks: readonly string[] },
  readonly string[]
>

/** The rows of a file, its columns called as in `columns`, each as `row` reads it; refused with every problem. */
export const rowsOfFile = <Row extends { readonly id: string }>(
  { bytes }: FileToLoad,
  columns: Columns,
  row: z.ZodType<Row>,
): ReturnType<typeof checkedRows<Row>> => {
  const rows = readRows(bytes, columns)
  return rows.ok ? checkedRows(rows.value, row) : rows
}
