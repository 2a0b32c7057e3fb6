import type { ListFilter } from '~/kernel/desk-list.ts'
import { packerSeesMs } from '../shipping.rules.ts'
import type { BadgeKind, Standing, StandingKind } from '../standing.rules.ts'

const chips = [
  { state: 'open', name: '発送待ち' },
  { state: 'review', name: '確認' },
  { state: 'shipped', name: '発送済み' },
  { state: 'over', name: '取消・返品' },
  { state: 'all', name: 'すべて' },
] as const

/** On a phone linked only from the cards of きょう. */
const furtherLists = [
  { state: 'awaiting', name: '入金待ち' },
  { state: 'returning', name: '返品を待っています' },
  { state: 'disputed', name: '異議申し立て' },
  { state: 'refund-failed', name: '返金できなかった注文' },
  { state: 'refunded-in-part', name: '一部返金' },
  { state: 'undelivered', name: 'メールの届いていない注文' },
] as const

export type ListState = (typeof chips)[number]['state'] | (typeof furtherLists)[number]['state']

const states: ReadonlyMap<string, ListState> = new Map(
  [...chips, ...furtherLists].map(({ state }) => [state, state]),
)
export const isListState = (text: string): text is ListState => states.has(text)

const packersStates: readonly ListState[] = ['open', 'shipped', 'all']

/** Lists of open work begin with the oldest order, others with the newest. */
export const isOldestFirst = (state: ListState): boolean =>
  ['open', 'review', 'awaiting', 'returning', 'disputed', 'refund-failed'].includes(state)

type Role = 'owner' | 'packer'

export const chipsOf = (role: Role) =>
  [...chips, ...furtherLists].filter(({ state }) => role === 'owner' || packersStates.includes(state))

/** The chips of the list as a filter of its address, for names of what it shows. */
export const stateFilter: ListFilter = {
  ...{ key: 'state', name: '種類', kind: 'choice' },
  choices: [...chips, ...furtherLists].map(({ state, name }) => ({
    ...{ value: state, name },
    ownerOnly: !packersStates.includes(state),
  })),
}

export const isFurtherList = (state: ListState): boolean => furtherLists.some((each) => each.state === state)

/** The list to show. Default: orders to ship, or all orders for a search; packers have three lists. `isUnknown`: another was asked for (P24). */
export const listStateOf = (
  typed: string | null,
  q: string,
  role: Role,
): { readonly state: ListState; readonly isUnknown: boolean } => {
  const asked = states.get(typed ?? '')
  const isTheirs = asked !== undefined && (role === 'owner' || packersStates.includes(asked))
  return { state: isTheirs ? asked : q === '' ? 'open' : 'all', isUnknown: !isTheirs && (typed ?? '') !== '' }
}

export const nameOfState = (state: ListState): string =>
  [...chips, ...furtherLists].find((each) => each.state === state)?.name ?? ''

/** Mails that may be sent again to several. */
export const againKinds = ['order_confirmation', 'order_shipped'] as const
export type AgainKind = (typeof againKinds)[number]
/** So many at once. */
export const mostMailedAgain = 50

/** What is done with marked orders on a page of its own; none is named as a sheet, whose address would be the same. */
export const severalActs = ['shipping', 'note', 'mail'] as const

/** On a phone. */
export const listedAtOnce = 30

/** Columns of the list that sort it. */
export type OrderSort = 'at' | 'name' | 'prefecture' | 'units' | 'total' | 'state'

export type OrderFilterKey =
  | 'period'
  | 'from'
  | 'to'
  | 'goods'
  | 'prefecture'
  | 'least'
  | 'most'
  | 'noted'
  | 'unnumbered'

export const orderFilterNames: Readonly<Record<OrderFilterKey, string>> = {
  period: '期間',
  from: 'から',
  to: 'まで',
  goods: '商品（番号か名前）',
  prefecture: '都道府県',
  least: '合計 円から',
  most: '合計 円まで',
  noted: 'メモあり',
  unnumbered: '番号なし',
}

/** What the table narrows its list by, as in its address; sums in yen are of owners alone. */
export type OrderNarrow = Readonly<Partial<Record<Exclude<OrderFilterKey, 'from' | 'to'>, string>>>

/** Days such as 2026-11-23, '' for none. */
export interface OrderFilter {
  readonly state: ListState
  readonly q: string
  readonly from: string
  readonly to: string
  /** Number of an order whose buyer's others are listed; '' for all buyers. Only owners ask for it. */
  readonly buyer: string
  readonly demo: boolean
  /** So many from its beginning, in place of a page. */
  readonly count?: number
  /** Further filters of the table. */
  readonly narrow?: OrderNarrow
}

/** Other orders of the same buyer are counted as far. */
export const mostOthers = 100

/** Packers see nothing about money or reasons for a review. */
export const standingFor = ({ kind, line, badges }: Standing, role: Role): Standing =>
  role === 'owner'
    ? { kind, line, badges }
    : {
        kind,
        line: kind === 'review' ? '要確認' : line,
        badges: badges.filter((badge) => packersBadges.includes(badge.kind)),
      }

const packersBadges: readonly BadgeKind[] = ['address', 'restored']

/** Packers see addresses until three days after shipping (N12). */
export const maySeeAddress = (
  { shippedAt }: { readonly shippedAt: number | null },
  role: Role,
  now: number,
): boolean => role === 'owner' || shippedAt === null || shippedAt > now - packerSeesMs.address

/** Each sheet has a URL below the order's. */
export type Sheet =
  | 'ship'
  | 'undo-ship'
  | 'address'
  | 'email'
  | 'exchange'
  | 'refund'
  | 'cancel'
  | 'return'
  | 'settle'
  | 'evidence'
  | 'message'
  | 'receipt'

export const sheetNames: Readonly<Record<Sheet, string>> = {
  ship: '発送済みにする',
  'undo-ship': '番号を直す・発送を取り消す',
  address: 'お届け先を直す',
  email: 'メールアドレスを直す',
  exchange: '商品を変える',
  refund: '返金する',
  cancel: '注文を取り消す',
  return: '返品',
  settle: '確認を片づける',
  evidence: 'カード会社への記録',
  message: 'お客様にメールを書く',
  receipt: '領収書',
}

const packersSheets: readonly Sheet[] = ['ship', 'undo-ship']

const sheetsByKind: Readonly<Record<StandingKind, readonly Sheet[]>> = {
  unpaid: [],
  void: [],
  awaiting: ['email', 'message'],
  review: ['settle', 'address', 'email', 'refund', 'cancel', 'receipt', 'message'],
  open: ['ship', 'exchange', 'address', 'email', 'refund', 'cancel', 'receipt', 'message'],
  shipped: ['undo-ship', 'email', 'refund', 'return', 'receipt', 'message'],
  cancelling: ['email', 'refund', 'receipt', 'message'],
  cancelled: ['email', 'receipt', 'message'],
  returning: ['return', 'refund', 'email', 'receipt', 'message'],
  returned: ['refund', 'return', 'email', 'receipt', 'message'],
}

export const sheetsOf = (
  {
    standing: { kind, badges },
    state,
    shippedAt,
    practice,
  }: {
    readonly standing: Standing
    readonly state: string
    readonly shippedAt: number | null
    readonly practice: boolean
  },
  role: Role,
): readonly Sheet[] => {
  const isShippable = state === 'paid' && shippedAt === null
  const fitting = sheetsByKind[kind].filter(
    (sheet) =>
      (sheet !== 'address' || isShippable) &&
      (sheet !== 'message' || !practice) &&
      (sheet !== 'receipt' || (state === 'paid' && !practice)),
  )
  const disputed: readonly Sheet[] = badges.some((badge) => badge.kind === 'dispute') ? ['evidence'] : []
  const all = [...fitting, ...disputed]
  return role === 'owner' ? all : all.filter((sheet) => packersSheets.includes(sheet))
}

/** The next step, if any; a refund of what came back or failed only when the order itself needs nothing else. */
export const nextSheet = (
  { kind, badges }: Pick<Standing, 'kind' | 'badges'>,
  sheets: readonly Sheet[],
  hasReturnToRefund: boolean,
): Sheet | undefined => {
  const next: Partial<Record<StandingKind, Sheet>> = { review: 'settle', open: 'ship', returning: 'return' }
  const isRefundDue = hasReturnToRefund || badges.some((badge) => badge.kind === 'failure')
  return sheets.find((sheet) => sheet === (next[kind] ?? (isRefundDue ? 'refund' : undefined)))
}
