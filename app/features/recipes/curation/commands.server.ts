import type { Transaction } from 'kysely'
import type { CuratedTable, Schema } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { pictureOf, sharedOwners } from '~/features/pictures/rules.ts'
import { type Actor, mayCurate } from '~/kernel/actor.ts'
import { listOrderMark } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { searchText } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { lockTable } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { FoldAgain } from '~/server/search/fold-again.ts'
import { type CuratedList, curatedLists, type ItemInput, mostItems, movedBy, placedAt } from './rules.ts'

export interface ItemOfList {
  readonly list: CuratedList
  readonly id: string
}

export interface SaveItem extends ItemOfList {
  /** The id was made for the form, so sending it again makes no second item. */
  readonly isNew: boolean
  /** The version that was seen (R18); 0 for a new item. */
  readonly basedOn: number
  readonly content: ItemInput
  /** From 1; null keeps the place, or appends a new item (A22). */
  readonly place: number | null
}

/** Version and name of the other save (R18). */
interface ChangedMeanwhile {
  readonly reason: 'changed_meanwhile'
  readonly updatedAt: number
  readonly name: string
}

type SaveRefusal =
  | { readonly reason: 'not_signed_in' | 'not_found' | 'list_full' | 'no_such_picture' }
  | { readonly reason: 'name_taken'; readonly name: string }
  | ChangedMeanwhile

/** Writes an item and renumbers all places in one transaction (A22). Saving the same content again is no conflict. */
export const saveItem = async (
  ctx: AppContext,
  actor: Actor,
  { list, id, isNew, basedOn, content, place }: SaveItem,
): Promise<Result<null, SaveRefusal>> => {
  if (!mayCurate(actor)) return refused({ reason: 'not_signed_in' })
  return inTransaction(ctx, async (trx) => {
    const rows = await lockedRows(trx, list)
    const stored = rows.find((row) => row.id === id)
    if (stored === undefined && !isNew) return refused({ reason: 'not_found' })
    if (stored === undefined || !(await isSame(trx, stored, content))) {
      if (stored !== undefined && stored.updatedAt !== basedOn)
        return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt, name: stored.name })
      if (stored === undefined && rows.length >= mostItems) return refused({ reason: 'list_full' })
      const compared = searchText(content.name)
      const other = rows.find((row) => row.compared === compared && row.id !== id)
      if (other !== undefined) return refused({ reason: 'name_taken', name: other.name })
      if (!(await takePicture(trx, ctx.now(), stored?.image ?? '', content.image)))
        return refused({ reason: 'no_such_picture' })
      const updatedAt = Math.max(ctx.now(), (stored?.updatedAt ?? 0) + 1)
      const position = stored?.position ?? rows.length
      await writeRow[list](trx, {
        id,
        name: content.name,
        image: content.image,
        position,
        compared,
        updatedAt,
      })
      await writeTags(trx, list, id, content.tags)
    }
    const ids = rows.map((row) => row.id)
    const last = stored === undefined ? ids.length + 1 : ids.indexOf(id) + 1
    await renumber(trx, list, rows, placedAt(ids, id, place ?? last))
    return ok(null)
  })
}

/** A place from 1 in the order of this mark, which a drag was drawn with (N139). */
interface Dragged {
  readonly place: number
  readonly version: string
}

/** Swaps an item with its neighbour above (-1) or below (1), or puts it where it was dragged, and renumbers (A22). */
export const moveCuratedItem = async (
  ctx: AppContext,
  actor: Actor,
  { list, id, by }: ItemOfList & { readonly by: -1 | 1 | Dragged },
): Promise<Result<null, 'not_signed_in' | 'not_found' | 'at_the_end' | 'stale'>> => {
  if (!mayCurate(actor)) return refused('not_signed_in')
  return inTransaction(ctx, async (trx) => {
    const rows = await lockedRows(trx, list)
    const ids = rows.map((row) => row.id)
    if (!ids.includes(id)) return refused('not_found')
    if (typeof by !== 'number' && by.version !== listOrderMark(ids)) return refused('stale')
    const moved = typeof by === 'number' ? movedBy(ids, id, by) : placedAt(ids, id, by.place)
    if (moved === null) return refused('at_the_end')
    await renumber(trx, list, rows, moved)
    return ok(null)
  })
}

/** Deletes an item if its version is the one seen (R18), renumbers (A22), and gives the neighbour's id. */
export const deleteItem = async (
  ctx: AppContext,
  actor: Actor,
  { list, id, basedOn }: ItemOfList & { readonly basedOn: number },
): Promise<
  Result<
    { readonly neighbour: string | null },
    { readonly reason: 'not_signed_in' | 'not_found' } | ChangedMeanwhile
  >
> => {
  if (!mayCurate(actor)) return refused({ reason: 'not_signed_in' })
  return inTransaction(ctx, async (trx) => {
    const rows = await lockedRows(trx, list)
    const at = rows.findIndex((row) => row.id === id)
    const stored = rows[at]
    if (stored === undefined) return refused({ reason: 'not_found' })
    if (stored.updatedAt !== basedOn)
      return refused({ reason: 'changed_meanwhile', updatedAt: stored.updatedAt, name: stored.name })
    await removeRow[list](trx, id)
    await releaseUploads(trx, [stored.image])
    const left = rows.toSpliced(at, 1)
    await renumber(
      trx,
      list,
      left,
      left.map((row) => row.id),
    )
    return ok({ neighbour: (left[at] ?? left[at - 1])?.id ?? null })
  })
}

/** False if the new picture is not an upload for the curation; the former one is released. */
const takePicture = async (trx: Transaction<Schema>, now: number, former: string, image: string) => {
  if (image === former) return true
  const by = { now, owner: sharedOwners.curators }
  if (image !== '' && (pictureOf(image) === undefined || (await claimUploads(trx, by, [image])).length > 0))
    return false
  await releaseUploads(trx, [former])
  return true
}

/** In their order; other writers of the list wait until this transaction ends. */
const lockedRows = async (trx: Transaction<Schema>, list: CuratedList): Promise<CuratedTable[]> => {
  const table = list === 'keywords' ? 'popularKeyword' : 'situationCategory'
  await lockTable(trx, table)
  return trx.selectFrom(table).selectAll().orderBy('position').orderBy('id').execute()
}

const writeRow: Readonly<
  Record<CuratedList, (trx: Transaction<Schema>, row: CuratedTable) => Promise<unknown>>
> = {
  keywords: (trx, row) =>
    trx
      .insertInto('popularKeyword')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
  situations: (trx, row) =>
    trx
      .insertInto('situationCategory')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
}

const removeRow: Readonly<Record<CuratedList, (trx: Transaction<Schema>, id: string) => Promise<unknown>>> = {
  keywords: (trx, id) => trx.deleteFrom('popularKeyword').where('id', '=', id).execute(),
  situations: (trx, id) => trx.deleteFrom('situationCategory').where('id', '=', id).execute(),
}

/** Numbers `ids` from 0; `rows` are the former state. */
const renumber = async (
  trx: Transaction<Schema>,
  list: CuratedList,
  rows: readonly CuratedTable[],
  ids: readonly string[],
): Promise<void> => {
  const before = new Map(rows.map(({ id, position }) => [id, position]))
  for (const [position, id] of ids.entries()) {
    if (before.get(id) === position) continue
    if (list === 'keywords')
      await trx.updateTable('popularKeyword').set({ position }).where('id', '=', id).execute()
    else await trx.updateTable('situationCategory').set({ position }).where('id', '=', id).execute()
  }
}

const labelsOf = async (trx: Transaction<Schema>, id: string): Promise<string> => {
  const rows = await trx.selectFrom('situationTag').where('situationId', '=', id).select('label').execute()
  return comparedTags(rows.map(({ label }) => label))
}

const comparedTags = (labels: readonly string[]): string => JSON.stringify(labels.toSorted())

/** R22: in their search form, with what was typed. */
const writeTags = async (
  trx: Transaction<Schema>,
  list: CuratedList,
  situationId: string,
  tags: readonly string[],
): Promise<void> => {
  if (list !== 'situations') return
  await trx.deleteFrom('situationTag').where('situationId', '=', situationId).execute()
  const rows = tags.map((label) => ({ situationId, tag: searchText(label), label }))
  if (rows.length > 0) await trx.insertInto('situationTag').values(rows).execute()
}

const isSame = async (
  trx: Transaction<Schema>,
  stored: CuratedTable,
  { name, image, tags }: ItemInput,
): Promise<boolean> =>
  stored.name === name && stored.image === image && (await labelsOf(trx, stored.id)) === comparedTags(tags)

/** Of two items whose names have become equal the later one keeps its own form: none is lost, and no third may be called so (A22). */
export const foldListsAgain: FoldAgain = async (ctx) => {
  for (const list of curatedLists)
    await inTransaction(ctx, async (trx) => {
      const rows = await lockedRows(trx, list)
      const taken = new Set(rows.map(({ compared }) => compared))
      for (const row of rows) {
        const compared = searchText(row.name)
        if (taken.has(compared)) continue
        taken.add(compared)
        await writeRow[list](trx, { ...row, compared })
      }
      if (list === 'situations') await foldTags(trx)
    })
}

const foldTags = async (trx: Transaction<Schema>): Promise<void> => {
  const labels = await trx.selectFrom('situationTag').select(['situationId', 'tag', 'label']).execute()
  for (const [situationId, tags] of Map.groupBy(labels, (row) => row.situationId)) {
    if (tags.every(({ tag, label }) => tag === searchText(label))) continue
    const distinct = new Map(tags.map(({ label }) => [searchText(label), label]))
    await writeTags(trx, 'situations', situationId, [...distinct.values()])
  }
}

interface FormerItem {
  readonly id: string
  readonly name: string
  readonly image: string
}

/** Appends imported items in their order (A22), except those whose id or name is taken or beyond the limit; gives how many. */
export const putFormerItems = async (
  trx: Transaction<Schema>,
  {
    list,
    items,
    now,
  }: { readonly list: CuratedList; readonly items: readonly FormerItem[]; readonly now: number },
): Promise<number> => {
  const rows = await lockedRows(trx, list)
  const taken = new Set(rows.flatMap(({ id, compared }) => [`id ${id}`, compared]))
  let position = rows.length
  for (const item of items) {
    const compared = searchText(item.name)
    if (taken.has(`id ${item.id}`) || taken.has(compared) || position >= mostItems) continue
    taken.add(compared)
    await writeRow[list](trx, { ...item, compared, position, updatedAt: now })
    position += 1
  }
  return position - rows.length
}
