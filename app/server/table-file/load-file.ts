import type { Result } from '../../kernel/result.ts'
import type { CommandContext } from '../context.ts'
import { checkRows, type IdProblems, type RowSchema } from './check-rows.ts'
import { type Columns, readRows } from './read-rows.ts'

/** What loading a file needs: `imagesDir` is the folder of the shop's pictures, served under /Image/. */
export interface LoadContext extends CommandContext {
  readonly imagesDir: string
}

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

/**
 * The rows of a file, its columns called as in `columns`, each as `row` reads it; refused with every problem, those that
 * `idProblems` finds among the ids included.
 */
export const rowsOfFile = async <Row>(
  { bytes }: FileToLoad,
  columns: Columns,
  row: RowSchema<Row>,
  idProblems: IdProblems = async () => new Map(),
): ReturnType<typeof checkRows<Row>> => {
  const table = readRows(bytes, columns)
  return table.ok ? checkRows(table.value, row, idProblems) : table
}
