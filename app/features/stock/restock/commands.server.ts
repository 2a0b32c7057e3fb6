import { randomBytes } from 'node:crypto'
import { productOfPage } from '~/features/products/product.queries.server.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import type { Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type CallLimits, countedForCall } from '~/server/call-limits.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { mailboxOf } from '~/server/mail/asked-mails.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { countTryWithin } from '~/server/rate-limit.ts'
import { textHash } from '~/server/text-hash.ts'
import { askedMail } from './mails.rules.ts'
import { liveRestocks, restockTotal } from './queries.server.ts'
import { isAwaited, restockBounds } from './rules.ts'
import type { RestockFailure } from './texts.ts'

const hour = 3_600_000

const limits: CallLimits = {
  name: 'restock',
  spanMs: hour,
  perClient: 20,
  perNetwork: 100,
  together: 1_000,
}

/** Hashed, so that the table of counts holds no address. */
const mailboxLimit = (email: string) => ({
  subject: `restock-to:${textHash(mailboxOf(email))}`,
  spanMs: 24 * hour,
  most: restockBounds.mailsADay,
})

/**
 * Requests one mail when the product is sold again, and mails the confirmation link (W11). `email` comes from `readEmail`. The
 * answer does not reveal whether the address is new, known, or above its daily limit of mails (W13).
 */
export const askForRestock = async (
  ctx: AppContext,
  actor: Requester,
  { number, email }: { readonly number: string; readonly email: string },
): Promise<Result<null, RestockFailure>> => {
  if (!ctx.demo && !ctx.mail.delivers) return refused('mail_off')
  const product = await productOfPage(ctx.db, number)
  if (product === undefined) return refused('no_product')
  if (!isAwaited(product)) return refused('is_sold')
  const { client, network, together } = countedForCall(limits, actor.address)
  const answer = await inTransaction(ctx, async (trx): Promise<Result<null, RestockFailure>> => {
    if (!(await countTryWithin(trx, ctx.now(), [client, network, together])))
      return refused('too_many_requests')
    if ((await restockTotal(trx)) >= restockBounds.requests && !(await makeRoom(trx, ctx.now())))
      return refused('full')
    if (await countTryWithin(trx, ctx.now(), [mailboxLimit(email)]))
      await storeAndMail(ctx, trx, product, email)
    return ok(null)
  })
  ctx.log.info('a restock notice was asked for', { product: number, by: actor.kind, done: answer.ok })
  return answer
}

const unconfirmedMs = 3_600_000
const roomMade = 100

/** Deletes requests unconfirmed for an hour, so that nobody can fill the table; false if there are none. */
const makeRoom = async (trx: AppTransaction, now: number): Promise<boolean> => {
  const oldest = await trx
    .selectFrom('restockRequest')
    .select('id')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<=', now - unconfirmedMs)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(roomMade)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('restockRequest').where('id', 'in', ids).execute()
  return ids.length > 0
}

/** A repeated request keeps its row with a new link: only the latest mail's link works. */
const storeAndMail = async (
  ctx: AppContext,
  trx: AppTransaction,
  product: SellableProduct,
  email: string,
): Promise<void> => {
  const token = randomBytes(24).toString('base64url')
  const tokenHash = textHash(token)
  await trx
    .insertInto('restockRequest')
    .values({
      id: ctx.newId(),
      number: product.number,
      email,
      tokenHash,
      createdAt: ctx.now(),
      confirmedAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['number', 'email']).doUpdateSet({ tokenHash, createdAt: ctx.now() }),
    )
    .execute()
  const { settings, siteOrigin } = ctx
  await enqueueMail(
    ctx,
    trx,
    askedMail(product, token, { settings, siteOrigin, recipient: email, subjectKey: ctx.newId() }),
  )
}

/** Confirms or deletes the request of a mail's link (W11). */
export const answerRestock = async (
  ctx: AppContext,
  actor: Requester,
  { token, act }: { readonly token: string; readonly act: 'confirm' | 'stop' },
): Promise<Result<null, 'link_dead'>> => {
  const done = await inTransaction(ctx, async (trx) => {
    const row = await liveRestocks(trx, ctx.now())
      .where('tokenHash', '=', textHash(token))
      .select(['id', 'confirmedAt'])
      .executeTakeFirst()
    if (row === undefined) return false
    if (act === 'stop') await trx.deleteFrom('restockRequest').where('id', '=', row.id).execute()
    else if (row.confirmedAt === null)
      await trx
        .updateTable('restockRequest')
        .set({ confirmedAt: ctx.now() })
        .where('id', '=', row.id)
        .execute()
    return true
  })
  ctx.log.info('a restock notice was answered', { act, by: actor.kind, done })
  return done ? ok(null) : refused('link_dead')
}

/** Used when a demo ends. */
export const forgetAllRestocks = async ({ db }: AppContext): Promise<void> => {
  await db.deleteFrom('restockRequest').execute()
}
