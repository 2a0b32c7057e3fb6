import { setSource } from '~/features/products/commands.server.ts'
import { readListAgain } from '~/features/products/feed/feed.commands.server.ts'
import { showsFeed } from '~/features/products/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ProductDeskFailure } from './texts.ts'

interface SourceForm {
  readonly requestId: string
  readonly version: number | null
  readonly number: string
}

type Moved = Result<Act<null>, ProductDeskFailure>

/** Within a transaction: sets whether the desk or the feed describes a fabric; the feed is then imported as a whole. */
const moveFabric = async (
  trx: AppTransaction,
  now: number,
  { number, version }: SourceForm,
  to: 'own' | 'feed',
): Promise<Moved> => {
  await lockTable(trx, 'product')
  const row = await trx
    .selectFrom('product')
    .select(['source', 'type', 'updatedAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  // Kits are in no feed, so our pages offer this only for fabrics.
  if (row?.type !== 'fabric' || row.source === to || row.updatedAt !== version) return refused('stale')
  if (!(await showsFeed(trx))) return refused('no-feed')
  await setSource(trx, Math.max(now, row.updatedAt + 1), { number, source: to })
  await readListAgain(trx)
  const [before, after] = [{ source: row.source }, { source: to }]
  return ok({ answer: null, subject: `product:${number}`, before, after })
}

const nothing = () => null

/** Lets the desk describe a feed fabric from now on; its row in the feed is reported. Undone by `giveToFeed` (N40). */
export const holdAtDesk = async (
  ctx: AppContext,
  actor: DeskActor,
  form: SourceForm,
): Promise<Result<null, ProductDeskFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const sent = { requestId: form.requestId, content: [form.number, form.version] }
  return actOnce(ctx, actor, 'product.take', sent, nothing, (trx) => moveFabric(trx, ctx.now(), form, 'own'))
}

/** Lets the feed describe a fabric from its next import on, which discontinues it if not listed. Undone by `holdAtDesk`. */
export const giveToFeed = async (
  ctx: AppContext,
  actor: DeskActor,
  form: SourceForm,
): Promise<Result<null, ProductDeskFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const sent = { requestId: form.requestId, content: [form.number, form.version] }
  return actOnce(ctx, actor, 'product.give', sent, nothing, (trx) => moveFabric(trx, ctx.now(), form, 'feed'))
}
