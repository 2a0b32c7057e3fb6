import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { displayImageUrl } from '../../kernel/image-url.ts'
import { ok, type Result } from '../../kernel/result.ts'
import type { AppContext } from '../app-context.ts'
import type { PicturePlaces } from '../http/picture-sender.ts'
import { checkRows, type IdProblems, type PlacedRow, type RowSchema } from './check-rows.ts'
import { type Columns, readTable } from './read-table.ts'

export interface ListToPut<Item> {
  readonly items: readonly Item[]
  readonly replace: boolean
}

export interface ListPut {
  readonly written: number
  readonly removed: number
  /** What the owner should know of what was put. */
  readonly remarks?: readonly string[]
}

interface ListDefinition<Row> {
  readonly name: string
  readonly columns: Columns
  readonly row: RowSchema<Row>
  readonly idProblems?: (db: AppContext['db'], ids: readonly string[]) => ReturnType<IdProblems>
  readonly put: (ctx: AppContext, list: ListToPut<Row>) => Promise<Result<ListPut, readonly string[]>>
  readonly remark?: (row: Row) => string | null
  readonly picture?: (row: Row) => Omit<PicturedRow, 'place'>
}

export interface OwnerList {
  readonly name: string
  /** Reads a CSV file; refuses it whole, with every problem and its row. */
  readonly load: (
    ctx: AppContext,
    file: { readonly bytes: Uint8Array; readonly replace: boolean },
  ) => Promise<Result<ListPut & { readonly remarks: readonly string[] }, readonly string[]>>
  readonly empty: (ctx: AppContext) => Promise<number>
}

export const ownerList = <Row>(list: ListDefinition<Row>): OwnerList => ({
  name: list.name,
  load: async (ctx, { bytes, replace }) => {
    const table = readTable(bytes, list.columns)
    if (!table.ok) return table
    const checked = await checkRows(table.value, list.row, (ids) =>
      list.idProblems === undefined ? Promise.resolve(new Map()) : list.idProblems(ctx.db, ids),
    )
    if (!checked.ok) return checked
    const put = await list.put(ctx, { items: checked.value.map(({ row }) => row), replace })
    if (!put.ok) return put
    const remarks = [...(put.value.remarks ?? []), ...(await remarksOn(list, checked.value, ctx))]
    return ok({ ...put.value, remarks })
  },
  empty: async (ctx) => {
    const put = await list.put(ctx, { items: [], replace: true })
    return put.ok ? put.value.removed : 0
  },
})

/** Call it in a transaction. */
export const putList = async <Item extends { readonly id: string }>(
  { items, replace }: ListToPut<Item>,
  table: {
    readonly storedIds: () => Promise<readonly string[]>
    readonly remove: (ids: readonly string[]) => Promise<unknown>
    readonly write: (items: readonly Item[]) => Promise<unknown>
  },
): Promise<ListPut> => {
  const kept = new Set(items.map(({ id }) => id))
  const gone = replace ? (await table.storedIds()).filter((id) => !kept.has(id)) : []
  await table.remove(gone)
  await table.write(items)
  return { written: items.length, removed: gone.length }
}

const remarksOn = async <Row>(
  { remark, picture }: ListDefinition<Row>,
  rows: ReadonlyArray<PlacedRow<Row>>,
  places: PicturePlaces,
): Promise<string[]> => {
  const said = rows.flatMap(({ place, row }) => {
    const sentence = remark?.(row) ?? null
    return sentence === null ? [] : [`${place}：${sentence}`]
  })
  const pictured = picture === undefined ? [] : rows.map(({ place, row }) => ({ place, ...picture(row) }))
  return [...said, ...(await missingPictures(places, pictured))]
}

interface PicturedRow {
  readonly place: string
  readonly id: string
  readonly title: string
  readonly address: string
}

/** A remark per picture below `/Image/` that the shop does not have. */
export const missingPictures = async (
  { imagesDir, pictureBucket }: PicturePlaces,
  rows: readonly PicturedRow[],
): Promise<string[]> => {
  const remarks: string[] = []
  for (const { place, id, title, address } of rows) {
    const file = fileServedAt(address, imagesDir)
    if (file === null || (await isFile(file))) continue
    if (await pictureBucket?.has(file.slice(imagesDir.length + 1))) continue
    remarks.push(
      `${place}：「${title}」（番号 ${id}）の画像 ${address} がまだありません。画像のファイルを ${file} に置いてください。`,
    )
  }
  return remarks
}

const root = '/Image/'

/** Decoded as the server does; null when the picture is elsewhere. */
const fileServedAt = (address: string, imagesDir: string): string | null => {
  const shown = displayImageUrl(address)
  if (address === '' || !shown.startsWith(root)) return null
  const { pathname } = new URL(shown, 'http://shop.invalid')
  return join(imagesDir, decodeURI(pathname).slice(root.length))
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
