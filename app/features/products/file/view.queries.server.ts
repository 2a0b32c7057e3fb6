import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { headingOf } from './columns.rules.ts'
import {
  cellsIn,
  changedByHand,
  leftIn,
  type StoredFile,
  type StoredRow,
} from './stored-files.queries.server.ts'
import { changesIn, type FileCounts, type FileFacts, type RowView } from './view.rules.ts'

const rowsPerPage = 50

export interface FileView {
  readonly file: FileFacts
  readonly counts: FileCounts
  /** Products missing from the file are removed from the shop. */
  readonly replaces: boolean
  readonly rows: readonly RowView[]
  readonly page: number
  readonly pages: number
  /** Numbers that an undo does not touch. */
  readonly byHand: readonly string[]
  /** What the preview of marked products left out (N90). */
  readonly left: readonly LeftOut[]
  /** Numbers whose count was left out. */
  readonly uncounted: readonly string[]
}

const viewOf = (row: StoredRow): RowView[] => {
  const { kind, rowNumber, number, problems, waits, countBefore, countAfter, countProblem } = row
  if (kind === 'same') return []
  const [before, after] = [cellsIn(row.before), cellsIn(row.after)]
  const lines = [...problems.split('\n'), countProblem].filter((line) => line !== '')
  const name = after?.name ?? before?.name ?? ''
  const changes = [
    ...changesIn(before, after),
    ...(countAfter === null
      ? []
      : [{ name: headingOf('stock'), before: countBefore ?? '', after: countAfter }]),
  ]
  return [{ row: rowNumber, number, name, kind, changes, waits: waits === 1, problems: lines }]
}

const factsOf = ({ sameCount: _same, leftCount: _left, content: _text, ...facts }: StoredFile): FileFacts =>
  facts

const countedRows = async (db: Kysely<Schema>, id: string) => {
  const rows = await db
    .selectFrom('productFileRow')
    .select([
      'kind',
      ({ fn }) => fn.countAll<number>().as('all'),
      ({ fn }) => fn.sum<number>('waits').as('waits'),
      sql<number>`coalesce(sum(case when count_after is not null and count_problem = '' then 1 end), 0)`.as(
        'counted',
      ),
    ])
    .where('fileId', '=', id)
    .groupBy('kind')
    .execute()
  const total = (of: (row: (typeof rows)[number]) => number | string) =>
    rows.reduce((sum, row) => sum + Number(of(row)), 0)
  const of = (kind: StoredRow['kind']) => Number(rows.find((row) => row.kind === kind)?.all ?? 0)
  const [waits, counted] = [total((row) => row.waits), total((row) => row.counted)]
  return {
    ...{ bad: of('bad'), changed: of('changed'), new: of('new'), takenOut: of('left'), kept: of('kept') },
    ...{ waits, counted },
  }
}

/** Products that an undo did not touch. */
const leftByUndo = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .select('number')
    .where('fileId', '=', id)
    .where('kind', '!=', 'bad')
    .where('problems', '!=', '')
    .orderBy('ordinal')
    .execute()
  return rows.map(({ number }) => number)
}

/** Products that were not counted as the file says. */
const leftByCounting = async (db: Kysely<Schema>, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('productFileRow')
    .select('number')
    .where('fileId', '=', id)
    .where('countProblem', '!=', '')
    .orderBy('ordinal')
    .execute()
  return rows.map(({ number }) => number)
}

/** One file with a page of its rows, bad ones first; undefined for an unknown one. `page` counts from 1. */
export const fileView = async (
  db: Kysely<Schema>,
  id: string,
  page: number,
): Promise<FileView | undefined> => {
  const file = await db.selectFrom('productFile').selectAll().where('id', '=', id).executeTakeFirst()
  if (file === undefined) return undefined
  const { takenOut, kept, ...counts } = await countedRows(db, id)
  const pages = Math.max(
    1,
    Math.ceil((counts.bad + kept + counts.changed + counts.new + takenOut) / rowsPerPage),
  )
  const shown = Math.min(page, pages)
  const rows = await db
    .selectFrom('productFileRow')
    .selectAll()
    .where('fileId', '=', id)
    .where('kind', '!=', 'same')
    .orderBy('ordinal')
    .limit(rowsPerPage)
    .offset((shown - 1) * rowsPerPage)
    .execute()
  return {
    file: factsOf(file),
    counts: { ...counts, same: file.sameCount, left: file.leftCount },
    replaces: takenOut > 0,
    rows: rows.flatMap(viewOf),
    page: shown,
    pages,
    left: leftIn(file.content),
    uncounted: await leftByCounting(db, id),
    byHand: file.state === 'taken' ? await changedByHand(db, id) : await leftByUndo(db, id),
  }
}

/** Files that can still be viewed or undone, newest first. */
export const lastFiles = (db: Kysely<Schema>): Promise<FileFacts[]> =>
  db
    .selectFrom('productFile')
    .select(['id', 'name', 'sentBy', 'sentAt', 'state', 'appliedAt', 'undoneAt'])
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .execute()
