import { isOrderNumber, orderNumberTyped } from '~/features/orders/rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import type { AppContext } from '~/server/app-context.ts'
import { whyNotToShip } from './left-out.queries.server.ts'
import { mostChosen } from './rules.ts'
import { leftOut } from './texts.ts'
import { namesToShip } from './to-ship.queries.server.ts'

/** The orders that an address names, as `order=A,B` or `order=A&order=B`; null where it names none. More than `mostChosen` are counted in `further`. */
export const ordersInAddress = (query: Pick<URLSearchParams, 'getAll'>) => {
  const typed = query.getAll('order').flatMap((value) => value.slice(0, longestList).split(','))
  const numbers = [...new Set(typed.map(orderNumberTyped).filter(isOrderNumber))]
  return numbers.length === 0
    ? null
    : { numbers: numbers.slice(0, mostChosen), further: Math.max(0, numbers.length - mostChosen) }
}

const longestList = 20_000

export interface ChosenOrders {
  readonly ids: ReadonlySet<string>
  /** Their numbers, for an address that names them again. */
  readonly order: string
  /** Those that are not to be packed, with why. */
  readonly left: readonly LeftOut[]
  readonly further: number
}

/** Which of the orders that an address names are to be packed (N133); null where it names none. */
export const chosenOrders = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  query: Pick<URLSearchParams, 'getAll'>,
): Promise<ChosenOrders | null> => {
  const named = ordersInAddress(query)
  if (named === null) return null
  const { numbers, further } = named
  const found = await namesToShip(ctx.db, ctx.demo, numbers)
  const isFound = new Set(found.map(({ number }) => number))
  const left = await whyNotToShip(
    ctx.db,
    ctx,
    actor,
    numbers.filter((number) => !isFound.has(number)),
  )
  return {
    ids: new Set(found.map(({ id }) => id)),
    order: numbers.filter((number) => isFound.has(number)).join(','),
    left: leftOut(left),
    further,
  }
}
