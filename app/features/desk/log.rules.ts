import { factNames, factText, isSilentFact } from '~/features/orders/desk/facts.rules.ts'
import { settingLabel, settingPart, settingParts } from '~/features/shop/settings/parts.rules.ts'
import { fieldsOf } from '~/kernel/json.ts'

/** `before` and `after` are '' for an empty value. */
export interface Change {
  readonly name: string
  readonly before: string
  readonly after: string
}

export interface LogEntry {
  readonly id: string
  /** Epoch ms. */
  readonly happenedAt: number
  readonly who: string
  readonly act: string
  /** Such as 注文 K7P4-9WXD. */
  readonly subject: string
  readonly order: string | null
  readonly changes: readonly Change[]
  /** Values were kept, and none of them differs. */
  readonly isUnchanged: boolean
}

const longestText = 200

const textOf = (value: unknown, key = ''): string => {
  const text = factText(key, value)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields that differ; each text at most 200 characters. */
export const changesOf = (before: unknown, after: unknown): Change[] => {
  if (!isRecord(before) && !isRecord(after)) {
    const change = { name: '', before: textOf(before), after: textOf(after) }
    return change.before === change.after ? [] : [change]
  }
  const [former, later] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(former), ...Object.keys(later)])]
    .filter((key) => !isSilentFact(key))
    .map((key) => ({
      name: factNames[key] ?? settingLabel(key) ?? key,
      before: textOf(former[key], key),
      after: textOf(later[key], key),
    }))
    .filter((change) => change.before !== change.after)
}

/** Whether an act kept what it found; acts that keep no values tell by their name what they did. */
export const isUnchanged = (before: unknown, after: unknown): boolean =>
  isRecord(before) &&
  isRecord(after) &&
  Object.keys(fieldsOf(before)).some((key) => !isSilentFact(key) && key in fieldsOf(after)) &&
  changesOf(before, after).length === 0

export const doorActTexts: Readonly<Record<string, string>> = {
  'desk.invite': 'お店の人に招待しました',
  'desk.end': 'お店の人から外しました',
  'desk.count': '在庫を数えられる人を変えました',
  'desk.device-end': '端末をログアウトしました',
  'desk.passkey-add': 'パスキーを加えました',
  'desk.passkey-remove': 'パスキーを外しました',
  'desk.backup-codes': '予備のコードを作り直しました',
  'desk.reset-factor': '確認コードを設定し直せるようにしました',
  'desk.reset-own-factor': '自分の確認コードを設定し直しました',
}

const subjects: Readonly<Record<string, string>> = {
  order: '注文',
  member: '会員',
  product: '商品',
  'product-file': 'ファイル',
  device: '端末',
  shop: 'お店',
  packing: '発送作業',
  payment: '注文のない支払い',
  news: 'お知らせ',
  collaborations: 'コラボ商品',
  settings: 'お店の設定',
}

/** By ids that only the shop knows. */
const withoutId = ['news', 'collaborations']

const idOf = (kind: string, id: string): string => {
  if (withoutId.includes(kind)) return ''
  const part = kind === 'settings' ? settingPart(id) : undefined
  return part === undefined ? id : settingParts[part].title
}

/** `subject` comes from `actOnce`, such as 'product:F-1'; `order` is its order's number. */
export const subjectText = (subject: string, order: string | null): string => {
  const [kind = '', ...rest] = subject.split(':')
  return [subjects[kind] ?? kind, order ?? idOf(kind, rest.join(':'))].filter((part) => part !== '').join(' ')
}
