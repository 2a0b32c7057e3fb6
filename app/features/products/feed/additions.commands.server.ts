import type { Selectable } from 'kysely'
import type { FeedAdditionTable, ProductTable } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { productOfRow } from '~/features/products/columns.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { linesIn, mostAdded, type PlaceInFeed, withAddition } from './additions.rules.ts'
import { readListAgain } from './feed.commands.server.ts'

type Row = Selectable<ProductTable>
type Addition = Selectable<FeedAdditionTable>

type AdditionFailure = 'not-found' | 'stale' | 'picture-gone'

interface AdditionForm {
  readonly requestId: string
  readonly version: number | null
  readonly number: string
  readonly place: PlaceInFeed
  readonly pictures: readonly string[]
}

const positionOf = async (
  trx: AppTransaction,
  place: PlaceInFeed,
  before: Addition | undefined,
): Promise<number | null> => {
  if (place === 'kept') return before?.position ?? null
  if (place === 'feed') return null
  const { first, last } = await trx
    .selectFrom('product')
    .where('type', '=', 'fabric')
    .select(({ fn }) => [fn.min('position').as('first'), fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  return place === 'last' ? Number(last ?? 0) + 1 : Number(first ?? 0) - 1
}

/** Shows the change before the next import; `before` are the photographs added so far. */
const show = async (
  trx: AppTransaction,
  now: number,
  row: Row,
  before: readonly string[],
  addition: Addition,
): Promise<void> => {
  const listed = {
    ...productOfRow(row),
    imageUrl: before.includes(row.imageUrl) ? '' : row.imageUrl,
    moreImages: linesIn(row.moreImages)
      .filter((url) => !before.includes(url))
      .join('\n'),
  }
  const put = await putProducts(trx, Math.max(now, row.updatedAt + 1), [withAddition(listed, addition)])
  if (!put.ok) throw new Error(`${row.number}: ${put.error.reason}`)
}

const add = async (
  ctx: AppContext,
  trx: AppTransaction,
  { number, version, place, pictures }: AdditionForm,
): Promise<Result<Act<null>, AdditionFailure>> => {
  await lockTable(trx, 'product')
  const row = await trx.selectFrom('product').selectAll().where('number', '=', number).executeTakeFirst()
  if (row?.source !== 'feed' || row.updatedAt !== version) return refused('stale')
  const stored = await trx
    .selectFrom('feedAddition')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst()
  const before = linesIn(stored?.pictures ?? '')
  const added = pictures.filter((url) => !before.includes(url))
  const owner = { now: ctx.now(), owner: sharedOwners.shop }
  if (pictures.length > mostAdded) return refused('picture-gone')
  if (added.length > 0 && (await claimUploads(trx, owner, added)).length > 0) return refused('picture-gone')
  const position = await positionOf(trx, place, stored)
  const addition = { number, position, pictures: pictures.join('\n') }
  await trx
    .insertInto('feedAddition')
    .values(addition)
    .onConflict((conflict) => conflict.column('number').doUpdateSet(addition))
    .execute()
  await show(trx, ctx.now(), row, before, addition)
  const gone = before.filter((url) => !pictures.includes(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  // Only the feed knows the place and photographs that it gives.
  await readListAgain(trx)
  const auditedFields = (place: number | null, count: number) => ({ position: place, pictures: count })
  return ok({
    answer: null,
    subject: `product:${number}`,
    before: auditedFields(stored?.position ?? null, before.length),
    after: auditedFields(position, pictures.length),
  })
}

/** Stores a fabric's place and photographs, which every import keeps (N48). Undone by saving the former ones. */
export const saveAddition = async (
  ctx: AppContext,
  actor: DeskActor,
  form: AdditionForm,
): Promise<Result<null, AdditionFailure | 'other-content'>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, number, version, place, pictures } = form
  const sent = { requestId, content: [number, version, place, pictures] }
  return actOnce(
    ctx,
    actor,
    'feed.add',
    sent,
    () => null,
    (trx) => add(ctx, trx, form),
  )
}
