import { type DeskPerson, isShopOwner } from '../kernel/actor.ts'
import { type DeskCard, deskCardKinds } from '../kernel/desk-card.ts'
import type { AppContext } from './app-context.ts'
import { errorFields } from './log.ts'

export type DeskCardContext = Pick<AppContext, 'db' | 'now' | 'demo'>

export interface DeskCardSource extends Omit<DeskCard, 'count' | 'note'> {
  /** Otherwise packers see it too. */
  readonly ownerOnly: boolean
  readonly read: (ctx: DeskCardContext) => Promise<{ readonly count: number; readonly note?: string }>
}

/** The cards with something to do that `actor` may see, in order; one that cannot be read comes without a count (N22). */
export const readDeskCards = async (
  ctx: Pick<AppContext, 'db' | 'now' | 'demo' | 'log'>,
  actor: DeskPerson,
  sources: readonly DeskCardSource[],
): Promise<DeskCard[]> => {
  const mine = sources.filter(({ ownerOnly }) => !ownerOnly || isShopOwner(actor))
  const cards = await Promise.all(mine.map((source) => readCard(ctx, source)))
  return cards
    .filter(({ count }) => count !== 0)
    .toSorted((a, b) => deskCardKinds.indexOf(a.kind) - deskCardKinds.indexOf(b.kind))
}

const readCard = async (
  ctx: Pick<AppContext, 'db' | 'now' | 'demo' | 'log'>,
  { ownerOnly: _who, read, ...card }: DeskCardSource,
): Promise<DeskCard> => {
  try {
    const { count, note = '' } = await read(ctx)
    return { ...card, count, note }
  } catch (error) {
    ctx.log.error('a card of the desk could not be read', { card: card.kind, ...errorFields(error) })
    return { ...card, count: null, note: '' }
  }
}
