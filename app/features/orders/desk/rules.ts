import { packerSeesMs } from '../shipping.rules.ts'
import type { BadgeKind, Standing, StandingKind } from '../standing.rules.ts'

export const chips = [
  { state: 'open', name: '発送待ち' },
  { state: 'review', name: '確認' },
  { state: 'shipped', name: '発送済み' },
  { state: 'over', name: '取消・返品' },
  { state: 'all', name: 'すべて' },
] as const

/** Lists linked only from the cards of きょう. */
export const furtherLists = [
  { state: 'awaiting', name: '入金待ち' },
  { state: 'returning', name: '返品を待っています' },
  { state: 'disputed', name: '異議申し立て' },
  { state: 'refund-failed', name: '返金できなかった注文' },
  { state: 'undelivered', name: 'メールの届いていない注文' },
] as const

export type ListState = (typeof chips)[number]['state'] | (typeof furtherLists)[number]['state']

const states: ReadonlyMap<string, ListState> = new Map(
  [...chips, ...furtherLists].map(({ state }) => [state, state]),
)
const packersStates: readonly ListState[] = ['open', 'shipped', 'all']

type Role = 'owner' | 'packer'

export const chipsOf = (role: Role) =>
  chips.filter(({ state }) => role === 'owner' || packersStates.includes(state))

/** The list to show. Default: orders to ship, or all orders for a search; packers have three lists. */
export const listStateOf = (typed: string | null, q: string, role: Role): ListState => {
  const fallback = q === '' ? 'open' : 'all'
  const asked = states.get(typed ?? '') ?? fallback
  return role === 'owner' || packersStates.includes(asked) ? asked : fallback
}

export const listedAtOnce = 30

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

/** By the order's `?done=`. */
export const orderDoneTexts = {
  mailed: 'メールを送り直しました。',
  aside: '届かなかったメールを片づけました。',
  noted: 'メモを書きました。',
  prices: '納品書の金額を変えました。',
  address: 'お届け先を直しました。',
  email: 'メールアドレスを直しました。',
  settled: '確認を片づけました。',
  adopted: '注文を作り直しました。',
} as const

export type OrderDone = keyof typeof orderDoneTexts

const isOrderDone = (text: string): text is OrderDone => Object.hasOwn(orderDoneTexts, text)

/** Null for an unknown word. */
export const orderDoneOf = (text: string | null): OrderDone | null =>
  text !== null && isOrderDone(text) ? text : null

/** Each sheet has a URL below the order's. */
export type Sheet =
  | 'ship'
  | 'undo-ship'
  | 'address'
  | 'email'
  | 'refund'
  | 'cancel'
  | 'return'
  | 'settle'
  | 'evidence'

export const sheetNames: Readonly<Record<Sheet, string>> = {
  ship: '発送済みにする',
  'undo-ship': '番号を直す・発送を取り消す',
  address: 'お届け先を直す',
  email: 'メールアドレスを直す',
  refund: '返金する',
  cancel: '注文を取り消す',
  return: '返品',
  settle: '確認を片づける',
  evidence: 'カード会社への記録',
}

const packersSheets: readonly Sheet[] = ['ship', 'undo-ship']

const sheetsByKind: Readonly<Record<StandingKind, readonly Sheet[]>> = {
  unpaid: [],
  void: [],
  awaiting: ['email'],
  review: ['settle', 'address', 'email', 'refund', 'cancel'],
  open: ['ship', 'address', 'email', 'refund', 'cancel'],
  shipped: ['undo-ship', 'email', 'refund', 'return'],
  cancelling: ['email', 'refund'],
  cancelled: ['email'],
  returning: ['return', 'refund', 'email'],
  returned: ['refund', 'return', 'email'],
}

export const sheetsOf = (
  {
    standing: { kind, badges },
    state,
    shippedAt,
  }: { readonly standing: Standing; readonly state: string; readonly shippedAt: number | null },
  role: Role,
): readonly Sheet[] => {
  const isShippable = state === 'paid' && shippedAt === null
  const fitting = sheetsByKind[kind].filter((sheet) => sheet !== 'address' || isShippable)
  const disputed: readonly Sheet[] = badges.some((badge) => badge.kind === 'dispute') ? ['evidence'] : []
  const all = [...fitting, ...disputed]
  return role === 'owner' ? all : all.filter((sheet) => packersSheets.includes(sheet))
}

/** The next step, if any; a failed refund only when the order itself needs nothing. */
export const nextSheet = (
  { kind, badges }: Pick<Standing, 'kind' | 'badges'>,
  sheets: readonly Sheet[],
): Sheet | undefined => {
  const next: Partial<Record<StandingKind, Sheet>> = { review: 'settle', open: 'ship', returning: 'return' }
  const afterFailure = badges.some((badge) => badge.kind === 'failure') ? 'refund' : undefined
  return sheets.find((sheet) => sheet === (next[kind] ?? afterFailure))
}
