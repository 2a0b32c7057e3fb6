import {
  beginsWithPrefecture,
  belongTogether,
  joinedParts,
  placeOf,
} from '~/features/orders/address.rules.ts'
import { recipientName } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { nfkc, oneLine, withoutInvisible } from '~/kernel/text.ts'

export const labelFormats = ['clickpost', 'b2', 'yupack'] as const

export type LabelFormat = (typeof labelFormats)[number]

export const formatNames: Readonly<Record<LabelFormat, string>> = {
  clickpost: 'クリックポスト',
  b2: 'ヤマト（B2クラウド）',
  yupack: '日本郵便（ゆうプリR）',
}

/** The fields of a label; each can be corrected, since it may not fit or print. */
export const labelFields = ['postalCode', 'address', 'building', 'name', 'phone'] as const

export type LabelField = (typeof labelFields)[number]

export const labelFieldNames: Readonly<Record<LabelField, string>> = {
  postalCode: '郵便番号',
  address: '住所',
  building: '建物・部屋',
  name: 'お名前',
  phone: '電話番号',
}

export type Label = Readonly<Record<LabelField, string>> & { readonly number: string }

/** Sender and contents, from the shop's settings. */
export interface LabelFacts {
  readonly contents: string
  readonly sender: Omit<Label, 'number'>
  /** For B2: 0 発払い, 8 コンパクト, 7 or A ネコポス. */
  readonly yamatoKind: string
  /** With branch 01; null to leave both empty. */
  readonly yamatoCustomer: string | null
  /** As 2026-11-23. */
  readonly date: string
}

/** A problem of a label. */
export interface LabelProblem {
  readonly field: LabelField
  readonly text: string
}

/** The label from the buyer's own input. */
export const labelOf = ({ number, customer }: Pick<Order, 'number' | 'customer'>): Label => {
  const { address, phone } = customer
  return {
    number,
    postalCode: address?.postalCode ?? '',
    address: address === null ? '' : placeOf(address),
    building: address?.line2 ?? '',
    name: recipientName(customer) ?? '',
    phone: phone === null ? '' : domesticPhone(phone),
  }
}

/** What a corrected field of this order's label stands for: for the address its parts as they were typed, so that moving a figure to the next one counts. */
export const correctedOf = (order: Pick<Order, 'number' | 'customer'>, field: LabelField): string => {
  const { address } = order.customer
  if (field !== 'address' || address === null) return labelOf(order)[field]
  return [address.prefecture, address.city, address.line1].join('\n')
}

/** Whether a stored correction is for this order as it is; before 0128 the parts of an address were kept without a sign between them. */
export const isCorrectionOf = (
  order: Pick<Order, 'number' | 'customer'>,
  field: LabelField,
  original: string,
): boolean => {
  const corrected = correctedOf(order, field)
  return original === corrected || (field === 'address' && original === corrected.replaceAll('\n', ''))
}

/** Composes kana with separate voicing marks, as some phones send them; names stay otherwise untouched. */
const composed = (text: string): string =>
  text.replace(/[\u3041-\u30ff][\u3099\u309a]/gu, (pair) => pair.normalize('NFC'))

const twins: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
  '‾': '￣',
  '–': '－',
  '‐': '－',
  '‑': '－',
}

const leading: Readonly<Record<string, string>> = { '=': '＝', '+': '＋', '-': '－', '@': '＠' }

/** A text for labels: one line, characters of carriers' files, and no spreadsheet formula (N17). */
export const labelText = (text: string): string =>
  composed(oneLine(withoutInvisible(text)))
    .replace(/\s+/gu, (blank) => (blank.includes('　') ? '　' : ' '))
    .replace(/[〜−—‖¢£¬¥‾–‐‑]/gu, (sign) => twins[sign] ?? sign)
    .replace(/^[=+\-@]/, (sign) => leading[sign] ?? sign)

/** The label with texts normalized for carriers' files. */
export const printedLabel = (label: Label): Label => ({
  ...label,
  postalCode: labelText(label.postalCode),
  address: labelText(label.address),
  building: labelText(label.building),
  name: labelText(label.name),
  phone: labelText(label.phone),
})

/** Width in bytes of carriers' files: two for full-width characters. */
export const widthOf = (text: string): number =>
  [...text].reduce((width, sign) => width + (/^[\u0020-\u007e\uff61-\uff9f]$/.test(sign) ? 1 : 2), 0)

/** A postal code as NNN-NNNN; null for none. */
export const postalCodeOf = (text: string): string | null => {
  const digits = nfkc(text).replace(/[^\d]/g, '')
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : null
}

/** Splits the whole `text` into lines of at most `width` bytes; house numbers and words stay whole when possible, and a blank at the end of a line goes. */
export const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  let rest = [...text.trim()]
  while (rest.length > 0) {
    // A line may begin inside a divided house number.
    rest[0] = leading[rest[0] ?? ''] ?? rest[0] ?? ''
    let fits = rest.length
    while (fits > 1 && widthOf(rest.slice(0, fits).join('')) > width) fits -= 1
    let end = fits
    if (end < rest.length) while (end > 1 && belongTogether(rest[end - 1] ?? '', rest[end] ?? '')) end -= 1
    const taken = end > 1 ? end : fits
    lines.push(rest.slice(0, taken).join('').trimEnd())
    rest = [...rest.slice(taken).join('').trimStart()]
  }
  return lines
}

/** Lines of address and building, or that they are too many. */
export const addressLines = (
  { address, building }: Pick<Label, 'address' | 'building'>,
  { lines, width }: { readonly lines: number; readonly width: number },
): string[] | null => {
  const all = [...wrapped(address, width), ...wrapped(building, width)]
  return all.length > lines ? null : [...all, ...Array.from({ length: lines - all.length }, () => '')]
}

const limits: Readonly<
  Record<LabelFormat, { readonly lines: number; readonly width: number; readonly name: number }>
> = {
  clickpost: { lines: 4, width: 40, name: 40 },
  b2: { lines: 2, width: 64, name: 32 },
  yupack: { lines: 3, width: 50, name: 50 },
}

const buildingOfB2 = 32

/** Address and building of a B2 label: the address's overflow goes before the building. */
const b2Lines = ({ address, building }: Label): readonly [string, string] | 'address' | 'building' => {
  const [first = '', ...rest] = wrapped(address, limits.b2.width)
  const second = joinedParts([...rest, building])
  if (rest.length > 1 || widthOf(rest.join('')) > buildingOfB2) return 'address'
  return widthOf(second) > buildingOfB2 ? 'building' : [first, second]
}

/** The problems of a label; nothing is ever truncated. `unprintable` returns characters that carriers' files lack (N17). */
export const labelProblems = (
  format: LabelFormat,
  label: Label,
  unprintable: (text: string) => readonly string[],
): LabelProblem[] => {
  const { name: longest, ...room } = limits[format]
  const signs = labelFields.flatMap((field): LabelProblem[] => {
    const lacking = unprintable(label[field])
    return lacking.length === 0
      ? []
      : [{ field, text: `「${lacking.join('')}」は送り状に印刷できません。ほかの文字で書いてください。` }]
  })
  const found: LabelProblem[] = [...signs]
  const add = (field: LabelField, text: string) => {
    if (!found.some((each) => each.field === field)) found.push({ field, text })
  }
  if (postalCodeOf(label.postalCode) === null) add('postalCode', '郵便番号を7桁の数字で書いてください。')
  if (label.name === '') add('name', 'お名前を書いてください。')
  else if (widthOf(label.name) > longest) add('name', `全角${longest / 2}文字までにしてください。`)
  if (label.address === '') add('address', '住所を書いてください。')
  else if (!beginsWithPrefecture(label.address))
    add('address', '都道府県を読み取れません。「東京都渋谷区…」のように、都道府県から書いてください。')
  else if (format === 'b2') {
    const lines = b2Lines(label)
    if (lines === 'address')
      add(
        'address',
        `全角${room.width / 2}文字に、建物の欄へ移せる${buildingOfB2 / 2}文字までにしてください。`,
      )
    if (lines === 'building')
      add('building', `全角${buildingOfB2 / 2}文字までにしてください（住所のあふれた分を含みます）。`)
  } else if (addressLines(label, room) === null)
    add(
      'address',
      `建物と合わせて全角${room.width / 2}文字の${room.lines}行に入りません。短く書いてください。`,
    )
  if (format === 'b2' && !/^0[\d-]{9,13}$/.test(nfkc(label.phone)))
    add('phone', '電話番号を0から始まる数字で書いてください。')
  return found
}

/** The cells of a problem-free label. */
export const labelCells = (format: LabelFormat, label: Label, facts: LabelFacts): readonly string[] => {
  const code = postalCodeOf(label.postalCode) ?? ''
  if (format === 'b2') return b2Cells(label, code, facts)
  const lines = addressLines(label, limits[format]) ?? []
  if (format === 'clickpost') return [code, label.name, '様', ...lines, facts.contents]
  const { sender } = facts
  const { name, phone, postalCode, address, building } = sender
  return [
    label.number,
    facts.date.replaceAll('-', ''),
    code,
    ...lines,
    label.name,
    '様',
    nfkc(label.phone),
    facts.contents,
    ...[name, phone, postalCode, joinedParts([address, building])],
  ]
}

const b2Columns = 95

const b2Cells = (label: Label, code: string, facts: LabelFacts): readonly string[] => {
  const lines = b2Lines(label)
  const [address, building] = typeof lines === 'string' ? ['', ''] : lines
  const { sender, yamatoCustomer } = facts
  const filled: Readonly<Record<number, string>> = {
    1: label.number,
    2: facts.yamatoKind,
    5: facts.date.replaceAll('-', '/'),
    9: nfkc(label.phone),
    11: code,
    12: address,
    13: building,
    16: label.name,
    18: '様',
    20: sender.phone,
    22: sender.postalCode,
    23: sender.address,
    24: sender.building,
    25: sender.name,
    28: facts.contents,
    40: yamatoCustomer ?? '',
    42: yamatoCustomer === null ? '' : '01',
  }
  return Array.from({ length: b2Columns }, (_, at) => filled[at + 1] ?? '')
}

/** Rows per file. */
export const rowsPerFile: Readonly<Record<LabelFormat, number>> = { clickpost: 40, b2: 1_000, yupack: 1_000 }

/** Above this nothing is cut off: the user is asked for fewer days. */
export const mostLabels = 1_000
