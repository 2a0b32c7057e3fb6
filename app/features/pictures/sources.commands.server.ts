import type { Selectable, Updateable } from 'kysely'
import type { PictureSourceTable } from '#db/schema.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { keepPicture, keepUploads } from './commands.server.ts'
import { type ProductPicture, pictureUrl, type SourceFailure, uploadNameOf } from './rules.ts'
import { type HostPauses, pictureAt, sourceVersion } from './source-bytes.server.ts'
import { hostOf, pauseOfSource, pictureSource } from './sources.rules.ts'

interface Noted {
  readonly address: string
  readonly place: number
  readonly shownBy: string
}

/** Each address once, at its first place. */
const notedOf = (lists: readonly (readonly ProductPicture[])[]): readonly Noted[] => {
  const noted = new Map<string, Noted>()
  for (const list of lists)
    for (const [place, { address, shownBy }] of list.entries()) {
      const source = pictureSource(address)
      if (source !== null && place < (noted.get(source)?.place ?? Infinity))
        noted.set(source, { address: source, place, shownBy })
    }
  return [...noted.values()]
}

/** Notes the pictures that products show, in display order; new ones and replaced files of our own folder are due at once. Repeatable. */
export const noteProductPictures = async (
  ctx: AppContext,
  lists: readonly (readonly ProductPicture[])[],
): Promise<void> => {
  const stored = await ctx.db
    .selectFrom('pictureSource')
    .select(['address', 'place', 'shownBy', 'version', 'nextTryAt'])
    .execute()
  const before = new Map(stored.map((row) => [row.address, row]))
  const noted = notedOf(lists)
  const fresh: (Noted & { readonly version: string })[] = []
  for (const each of noted) {
    const row = before.get(each.address)
    const version = await sourceVersion(ctx, each.address)
    if (row === undefined) fresh.push({ ...each, version })
    else if (row.version !== version)
      await change(ctx, each.address, { ...each, version, tries: 0, nextTryAt: ctx.now() })
    else if (row.nextTryAt !== null && (row.place !== each.place || row.shownBy !== each.shownBy))
      await change(ctx, each.address, each)
  }
  const anew = { name: null, failure: null, tries: 0, nextTryAt: ctx.now() }
  for (const chunk of inChunks(fresh))
    await ctx.db
      .insertInto('pictureSource')
      .values(chunk.map((each) => ({ ...each, ...anew })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const change = (ctx: AppContext, address: string, to: Updateable<PictureSourceTable>) =>
  ctx.db.updateTable('pictureSource').set(to).where('address', '=', address).execute()

const busyMs = 30_000

/**
 * Copies the first due picture of a host that is not paused; false when there is none, or the shop is busy. The try is counted
 * first, so that a crash delays the picture, and only one of two processes tries.
 */
export const copyNextPicture = async (
  ctx: AppContext,
  signal: AbortSignal,
  hosts: HostPauses,
): Promise<boolean> => {
  const due = await hosts
    .resting()
    .reduce(
      (rows, host) => rows.where('address', 'not like', `${host}%`),
      ctx.db
        .selectFrom('pictureSource')
        .select(['address', 'tries', 'nextTryAt'])
        .where('nextTryAt', '<=', ctx.now())
        .orderBy('tries')
        .orderBy('place')
        .orderBy('address')
        .limit(1),
    )
    .executeTakeFirst()
  if (due === undefined) return false
  let goesOn = true
  await hosts.take(hostOf(due.address), async () => {
    const outcome = await copyDue(ctx, due, signal)
    goesOn = outcome !== 'stop'
    return outcome !== 'no answer'
  })
  return goesOn
}

type DuePicture = Pick<Selectable<PictureSourceTable>, 'address' | 'tries' | 'nextTryAt'>

const copyDue = async (
  ctx: AppContext,
  { address, tries: triesBefore, nextTryAt }: DuePicture,
  signal: AbortSignal,
): Promise<'done' | 'no answer' | 'stop'> => {
  const tries = triesBefore + 1
  const { numUpdatedRows } = await ctx.db
    .updateTable('pictureSource')
    .set({ tries, nextTryAt: ctx.now() + pauseOfSource(tries) })
    .where('address', '=', address)
    .where('nextTryAt', '=', nextTryAt)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 'done'
  const copied = await copyOf(ctx, address, signal)
  if (copied.ok) {
    await change(ctx, address, { name: copied.value, failure: null, nextTryAt: null })
    return 'done'
  }
  if (signal.aborted) return 'stop'
  if (copied.error === 'busy') {
    await change(ctx, address, { tries: triesBefore, nextTryAt: ctx.now() + busyMs })
    return 'stop'
  }
  const failure = copied.error === 'no answer' ? 'unreachable' : copied.error
  // Another try would read the same content.
  await change(ctx, address, { failure, ...(failure === 'drawing' ? { nextTryAt: null } : {}) })
  ctx.log.info('a picture of a product could not be copied', { address, failure, tries })
  return copied.error === 'no answer' ? 'no answer' : 'done'
}

const copyOf = async (
  ctx: AppContext,
  source: string,
  signal: AbortSignal,
): Promise<Result<string, SourceFailure | 'no answer' | 'busy'>> => {
  const bytes = await pictureAt(ctx, source, signal)
  if (!bytes.ok) return bytes
  const kept = await keepPicture(ctx, 'products', bytes.value)
  if (kept.ok) return ok(uploadNameOf(kept.value.url) ?? '')
  return refused(kept.error === 'not_a_picture' && isDrawing(bytes.value) ? 'drawing' : kept.error)
}

/** SVG is text, which is not decoded here. */
const isDrawing = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4_096))

/** Forgets pictures that neither products (`lists` as above) nor past orders show; their copies are collected a week later. */
export const forgetProductPictures = async (
  ctx: AppContext,
  lists: readonly (readonly ProductPicture[])[],
): Promise<void> => {
  const shown = new Set(notedOf(lists).map(({ address }) => address))
  const stored = await ctx.db.selectFrom('pictureSource').select(['address', 'name', 'nextTryAt']).execute()
  for (const chunk of inChunks(stored.filter(({ address }) => !shown.has(address)))) {
    const asOrdered = new Map(
      chunk.map(({ address }) => [new URL(address, ctx.siteOrigin).href, address] as const),
    )
    const addresses = [...asOrdered.keys()]
    const sources = [...asOrdered.values()]
    const lines = await ctx.db
      .selectFrom('orderLine')
      .select(['imageUrl', 'picture'])
      .where((eb) => eb.or([eb('imageUrl', 'in', addresses), eb('picture', 'in', sources)]))
      .union(
        ctx.db
          .selectFrom('orderExchange')
          .select(['imageUrl', 'picture'])
          .where((eb) => eb.or([eb('imageUrl', 'in', addresses), eb('picture', 'in', sources)])),
      )
      .execute()
    const ordered = new Set(
      lines.flatMap(({ imageUrl, picture }) => [asOrdered.get(imageUrl ?? ''), picture]),
    )
    const isUncopied = ({ name, nextTryAt }: (typeof chunk)[number]) => name === null && nextTryAt !== null
    const leaving = chunk.filter((row) => isUncopied(row) || !ordered.has(row.address))
    if (leaving.length === 0) continue
    await inTransaction(ctx, async (trx) => {
      const urls = leaving.flatMap(({ name }) => (name === null ? [] : [pictureUrl(name)]))
      if (urls.length > 0) await keepUploads(trx, ctx.now(), urls)
      await trx
        .deleteFrom('pictureSource')
        .where(
          'address',
          'in',
          leaving.map(({ address }) => address),
        )
        .execute()
    })
  }
}

/** Makes the picture at `address`, or all failed ones, due at once. Gives how many. */
export const retryPictures = async (ctx: AppContext, address?: string): Promise<number> => {
  const rows = ctx.db.updateTable('pictureSource').set({ tries: 0, nextTryAt: ctx.now() })
  const meant =
    address === undefined
      ? rows.where('failure', 'is not', null)
      : rows.where('address', '=', pictureSource(address) ?? '')
  return Number((await meant.executeTakeFirst()).numUpdatedRows)
}
