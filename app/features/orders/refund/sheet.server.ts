import { type Actor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { moneySheet } from './queries.server.ts'
import type { MoneySheet, SheetRefund } from './types.ts'

/** Undefined for everybody but the owner, and for unknown numbers; `again` as in `moneySheet`. */
export const ownersSheet = async (
  { db, actor, now }: Pick<AppContext, 'db' | 'now'> & { readonly actor: Actor },
  number: string,
  again: string | null = null,
) => {
  if (actor.kind !== 'desk' || !isShopOwner(actor)) return undefined
  const sheet = await moneySheet(db, number, again)
  return sheet && { sheet, asks: !isConfirmed(actor, now()) }
}

/** The failed refund that a page is about, or without an id the newest one; null once it is owed no more: another would be pressed in its place. */
export const failedAsked = (
  { refunds }: Pick<MoneySheet, 'refunds'>,
  id: string | null,
): SheetRefund | null => refunds.find((refund) => refund.isOpen && (id === null || refund.id === id)) ?? null
