import { type ListAsked, readListAddress } from '~/kernel/desk-list.ts'
import { cardCount } from '~/kernel/list-address.ts'
import { readSearch } from '~/kernel/search-text.ts'
import {
  type ListState,
  listedAtOnce,
  listStateOf,
  type OrderFilter,
  type OrderFilterKey,
  type OrderSort,
} from '../rules.ts'
import { ordersList } from './orders-list.tsx'

const longestNumber = 40

/** What an address asks of the list of orders, as far as this person may ask it. */
export const readOrdersAddress = (
  params: URLSearchParams,
  role: 'owner' | 'packer',
  demo: boolean,
): {
  readonly asked: ListAsked<OrderSort, OrderFilterKey>
  readonly filter: OrderFilter
  /** Null for the default, which a search gives up for all orders. */
  readonly chosen: ListState | null
  /** Another list was asked for (P24). */
  readonly isUnknown: boolean
} => {
  const q = readSearch(params.get('q'))
  const { state, isUnknown } = listStateOf(params.get('state'), q, role)
  const asked = readListAddress<OrderSort, OrderFilterKey>(ordersList, params, role === 'owner')
  const { from = '', to = '', ...narrow } = asked.filters
  return {
    asked,
    isUnknown,
    chosen: params.get('state') === state ? state : null,
    filter: {
      ...{ state, q, from, to, narrow, demo },
      buyer: role === 'owner' ? (params.get('buyer') ?? '').trim().slice(0, longestNumber) : '',
      // A phone's list grows, and the table has pages.
      ...(params.has('count') ? { count: cardCount(params.get('count'), listedAtOnce) } : {}),
    },
  }
}

/** The same in the address of another page about the list, with the order in which it stands left out. */
export const ordersQuery = ({
  chosen,
  filter: { q, buyer },
  asked: { filters },
}: Pick<ReturnType<typeof readOrdersAddress>, 'chosen' | 'filter' | 'asked'>) => ({
  ...filters,
  state: chosen ?? '',
  q,
  buyer,
})
