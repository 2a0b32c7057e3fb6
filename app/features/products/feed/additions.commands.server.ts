import type { Selectable } from 'kysely'
import type { FeedAdditionTable, ProductTable } from '#db/schema.ts'
import { claimUploads, releaseUploads } from '~/features/pictures/commands.server.ts'
import { sharedOwners } from '~/features/pictures/rules.ts'
import { productOfRow } from '~/features/products/columns.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { linesIn, mostAdded, type PlaceInFeed, withAddition } from './additions.rules.ts'
import { readListAgain } from './feed.commands.server.ts'

type Row = Selectable<ProductTable>
type Addition = Selectable<FeedAdditionTable>

interface AddedToFabric {
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

/** Within the transaction of an act: stores a fabric's place and photographs, which every import keeps (N48); gives what was stored before and is now. */
export const putAddition = async (
  trx: AppTransaction,
  now: number,
  row: Row,
  { place, pictures }: AddedToFabric,
) => {
  const { number } = row
  const stored = await trx
    .selectFrom('feedAddition')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst()
  const before = linesIn(stored?.pictures ?? '')
  const added = pictures.filter((url) => !before.includes(url))
  const owner = { now, owner: sharedOwners.shop }
  if (pictures.length > mostAdded) return refused('picture-gone' as const)
  if (added.length > 0 && (await claimUploads(trx, owner, added)).length > 0)
    return refused('picture-gone' as const)
  const position = await positionOf(trx, place, stored)
  const addition = { number, position, pictures: pictures.join('\n') }
  await trx
    .insertInto('feedAddition')
    .values(addition)
    .onConflict((conflict) => conflict.column('number').doUpdateSet(addition))
    .execute()
  await show(trx, now, row, before, addition)
  const gone = before.filter((url) => !pictures.includes(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  // Only the feed knows the place and photographs that it gives.
  await readListAgain(trx)
  return ok({
    before: { position: stored?.position ?? null, pictures: before.length },
    after: { position, pictures: pictures.length },
  })
}
