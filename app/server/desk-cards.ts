import { type DeskPerson, isShopOwner } from '../kernel/actor.ts'
import {
  type DeskCard,
  type DeskCardList,
  type DeskCardRow,
  type DeskPlace,
  deskCardKinds,
  isCountedAt,
} from '../kernel/desk-card.ts'
import type { AppContext } from './app-context.ts'
import { errorFields } from './log.ts'

export type DeskCardContext = Pick<AppContext, 'db' | 'now' | 'demo'>

export interface DeskCardSource extends Omit<DeskCard, 'count' | 'inList' | 'note'> {
  /** Otherwise packers see it too. */
  readonly ownerOnly: boolean
  readonly read: (ctx: DeskCardContext) => Promise<{
    readonly count: number
    readonly inList?: number
    readonly note?: string
  }>
  /** The first `most` of what `read` counts, for the list of its place (N93). */
  readonly rows?: (db: DeskCardContext['db'], most: number) => Promise<readonly DeskCardRow[]>
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
    .filter(({ count, inList }) => count !== 0 || (inList ?? 0) > 0)
    .toSorted((a, b) => deskCardKinds.indexOf(a.kind) - deskCardKinds.indexOf(b.kind))
}

/** Each reason for which the bar counts something at `place`, with the first `most` of its things (N93). */
export const readDeskLists = async (
  ctx: Pick<AppContext, 'db' | 'now' | 'demo' | 'log'>,
  actor: DeskPerson,
  sources: readonly DeskCardSource[],
  place: DeskPlace,
  most: number,
): Promise<DeskCardList[]> => {
  const counted = sources.filter((source) => isCountedAt(source, place))
  const cards = await readDeskCards(ctx, actor, counted)
  return Promise.all(
    cards.map(async (card) => {
      const rows = counted.find(({ kind }) => kind === card.kind)?.rows
      return { card, rows: rows === undefined || card.count === null ? [] : await rows(ctx.db, most) }
    }),
  )
}

const readCard = async (
  ctx: Pick<AppContext, 'db' | 'now' | 'demo' | 'log'>,
  { ownerOnly: _who, read, rows: _rows, ...card }: DeskCardSource,
): Promise<DeskCard> => {
  try {
    const { count, inList, note = '' } = await read(ctx)
    return { ...card, count, note, ...(inList === undefined ? {} : { inList }) }
  } catch (error) {
    ctx.log.error('a card of the desk could not be read', { card: card.kind, ...errorFields(error) })
    return { ...card, count: null, note: '' }
  }
}
