import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { OwnerAnswer } from '~/server/owner-answer.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { type Closure, closureMessage, openPaymentsText, shopText, usage } from './closing.rules.ts'
import { closedItems, shopClosure } from './queries.server.ts'
import { productNumber } from './rules.ts'

/**
 * Closes the shop: from now on checkout refuses everything. A shop that is closed already stays so since then; the
 * `message`, which may be empty, replaces the one it has.
 */
const closeShop = async ({ db, now }: AppContext, _actor: Actor, message: string): Promise<Closure> => {
  const before = await shopClosure(db)
  const closure = { since: before?.since ?? now(), message }
  await rememberShopState(db, 'closure', JSON.stringify(closure))
  return closure
}

/** Opens the shop again. */
const openShop = ({ db }: AppContext, _actor: Actor): Promise<void> => rememberShopState(db, 'closure', '')

/** Sells goods no more until `openItem`, whatever imports and loaded files bring. Says the name; null: nothing has this number. */
const closeItem = async ({ db, now }: AppContext, _actor: Actor, number: string): Promise<string | null> => {
  const product = await db
    .selectFrom('product')
    .select('name')
    .where('number', '=', number)
    .executeTakeFirst()
  if (product === undefined) return null
  await db
    .insertInto('closedProduct')
    .values({ number, closedAt: now() })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
  return product.name
}

/** Forgets which goods were not sold: those of a demo that ends are none of the shop's. */
export const openAllItems = async ({ db }: AppContext, _actor: Actor): Promise<void> => {
  await db.deleteFrom('closedProduct').execute()
}

/** Sells these goods again. False: they were not closed. */
const openItem = async ({ db }: AppContext, _actor: Actor, number: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('closedProduct')
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What the command needs: `openPaymentCount` says how many shoppers may still pay what they had begun to. */
export interface ShopCommandContext extends AppContext {
  readonly openPaymentCount: (db: AppContext['db'], now: number) => Promise<number>
}

const done = (...lines: string[]): OwnerAnswer => ({ lines, exitCode: 0 })
const notUnderstood = (...lines: string[]): OwnerAnswer => ({ lines: [...lines, ...usage], exitCode: 2 })

/**
 * `npm run shop -- close [--message LINE] | close NUMBER | open | open NUMBER | status`: stops selling at once and sells
 * again, everything or one piece of goods. Safe to repeat, and while the shop is open.
 */
export const shopCommand = async (
  ctx: ShopCommandContext,
  actor: Actor,
  args: readonly string[],
): Promise<OwnerAnswer> => {
  const [what, word, ...more] = args
  if (what === 'status' && word === undefined) return done(...(await statusLines(ctx)))
  if (what === 'close' && word === undefined) return close(ctx, actor, '')
  if (what === 'close' && word === '--message' && more.length > 0) {
    const message = closureMessage(more.join(' '))
    if (message === '')
      return notUnderstood('お知らせの文が空です。添えないときは --message を付けずに実行してください。')
    return message !== null
      ? close(ctx, actor, message)
      : notUnderstood('お知らせの文は、1行、200文字までです。')
  }
  if (what === 'open' && word === undefined) {
    await openShop(ctx, actor)
    return done('お店を開けました。', ...(await statusLines(ctx)).slice(1))
  }
  if (word === undefined || word.startsWith('-') || more.length > 0) return notUnderstood()
  if (what === 'close') return closeOne(ctx, actor, word)
  return what === 'open' ? openOne(ctx, actor, word) : notUnderstood()
}

const statusLines = async ({ db, now, openPaymentCount }: ShopCommandContext): Promise<string[]> => [
  ...shopText(await shopClosure(db), await closedItems(db)),
  openPaymentsText(await openPaymentCount(db, now())),
]

const close = async (ctx: ShopCommandContext, actor: Actor, message: string): Promise<OwnerAnswer> => {
  await closeShop(ctx, actor, message)
  return done(...(await statusLines(ctx)), 'お店を開けるには: npm run shop -- open')
}

const closeOne = async (ctx: ShopCommandContext, actor: Actor, word: string): Promise<OwnerAnswer> => {
  const number = productNumber(word)
  const name = number === null ? null : await closeItem(ctx, actor, number)
  if (number === null || name === null) return notUnderstood(`管理番号「${word}」の商品はありません。`)
  return done(
    `「${name}」（${number}）の販売を休止しました。一覧を読み込み直しても、休止のままです。`,
    openPaymentsText(await ctx.openPaymentCount(ctx.db, ctx.now())),
    `販売を再開するには: npm run shop -- open ${number}`,
  )
}

const openOne = async (ctx: ShopCommandContext, actor: Actor, word: string): Promise<OwnerAnswer> => {
  const number = productNumber(word)
  if (number === null || !(await openItem(ctx, actor, number)))
    return notUnderstood(`管理番号「${word}」の商品は、販売を休止していません。`)
  return done(`${number} の販売を再開しました。`)
}
