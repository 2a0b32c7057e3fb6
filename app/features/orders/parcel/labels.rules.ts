import {
  beginsWithPrefecture,
  belongTogether,
  joinedParts,
  placeOf,
} from '~/features/orders/address.rules.ts'
import type { Carrier } from '~/features/orders/carriers.rules.ts'
import { recipientName } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { addressedName } from '~/kernel/honorific.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { nfkc, oneLine, withoutInvisible } from '~/kernel/text.ts'

export const labelFormats = ['clickpost', 'b2', 'sagawa', 'yupack'] as const

export type LabelFormat = (typeof labelFormats)[number]

export const formatNames: Readonly<Record<LabelFormat, string>> = {
  clickpost: 'クリックポスト',
  b2: 'ヤマト（B2クラウド）',
  sagawa: '佐川（e飛伝Ⅲ）',
  yupack: '日本郵便（ゆうプリR）',
}

export const carrierOf: Readonly<Record<LabelFormat, Carrier>> = {
  clickpost: 'japanpost',
  b2: 'yamato',
  sagawa: 'sagawa',
  yupack: 'japanpost',
}

/** What the owner puts in the place of a field, in characters. */
export const longestLabelText = 200

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

/** Kinds of a parcel of ヤマト (N96). */
export const yamatoServices = ['standard', 'compact', 'nekopos'] as const

export type YamatoService = (typeof yamatoServices)[number]

export const serviceNames: Readonly<Record<YamatoService, string>> = {
  standard: '宅急便',
  compact: 'コンパクト',
  nekopos: 'ネコポス',
}

export const serviceOf = (text: unknown): YamatoService | undefined =>
  yamatoServices.find((each) => each === text)

/** The kind of the settings, for a parcel of which nobody has said another. */
export const usualService = (yamatoKind: string): YamatoService =>
  yamatoKind === '8' ? 'compact' : yamatoKind === '0' ? 'standard' : 'nekopos'

export type Label = Readonly<Record<LabelField, string>> & {
  readonly number: string
  /** In files of B2; without it that of the settings. */
  readonly service?: YamatoService | undefined
}

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
  sagawa: { lines: 3, width: 32, name: 64 },
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
  else if (
    widthOf(label.name) > longest ||
    (format === 'sagawa' && wrapped(label.name, sagawaName).length > 2)
  )
    add('name', `全角${longest / 2}文字までにしてください。`)
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
  if ((format === 'b2' || format === 'sagawa') && !/^0[\d-]{9,13}$/.test(nfkc(label.phone)))
    add('phone', '電話番号を0から始まる数字で書いてください。')
  return found
}

/** e飛伝Ⅲ has two fields of this width for a name. */
const sagawaName = 32

/** Lines of the sender in e飛伝Ⅲ: two for the address, two for the name. */
const sagawaSender = ({ sender }: LabelFacts) => ({
  address: [sender.address, sender.building].flatMap((part) => wrapped(part, limits.sagawa.width)),
  name: wrapped(sender.name, sagawaName),
})

/** Whether the settings' sender has room in the files of this format. */
export const senderFits = (format: LabelFormat, facts: LabelFacts): boolean => {
  if (format !== 'sagawa') return true
  const { address, name } = sagawaSender(facts)
  return address.length <= 2 && name.length <= 2
}

/** The columns of e飛伝Ⅲ, in their order. */
export const sagawaColumns: readonly string[] = [
  'お届け先コード取得区分,お届け先コード,お届け先電話番号,お届け先郵便番号,お届け先住所１,お届け先住所２,お届け先住所３',
  'お届け先名称１,お届け先名称２,お客様管理番号,お客様コード,部署ご担当者コード取得区分,部署ご担当者コード,部署ご担当者名称',
  '荷送人電話番号,ご依頼主コード取得区分,ご依頼主コード,ご依頼主電話番号,ご依頼主郵便番号,ご依頼主住所１,ご依頼主住所２',
  'ご依頼主名称１,ご依頼主名称２,荷姿,品名１,品名２,品名３,品名４,品名５,荷札荷姿,荷札品名１,荷札品名２,荷札品名３',
  '荷札品名４,荷札品名５,荷札品名６,荷札品名７,荷札品名８,荷札品名９,荷札品名１０,荷札品名１１,出荷個数,スピード指定',
  'クール便指定,配達日,配達指定時間帯,配達指定時間（時分）,代引金額,消費税,決済種別,保険金額,指定シール１,指定シール２',
  '指定シール３,営業所受取,SRC区分,営業所受取営業所コード,元着区分,メールアドレス,ご不在時連絡先,出荷日,お問い合せ送り状No.',
  '出荷場印字区分,集約解除指定,編集０１,編集０２,編集０３,編集０４,編集０５,編集０６,編集０７,編集０８,編集０９,編集１０',
].flatMap((some) => some.split(','))

const sagawaCells = (label: Label, code: string, facts: LabelFacts): readonly string[] => {
  const [place1 = '', place2 = '', place3 = ''] = addressLines(label, limits.sagawa) ?? []
  const [name1 = '', name2 = ''] = wrapped(label.name, sagawaName)
  const { address, name } = sagawaSender(facts)
  const filled: Readonly<Record<string, string>> = {
    お届け先電話番号: nfkc(label.phone),
    お届け先郵便番号: code,
    お届け先住所１: place1,
    お届け先住所２: place2,
    お届け先住所３: place3,
    お届け先名称１: name1,
    お届け先名称２: name2,
    お客様管理番号: label.number,
    ご依頼主電話番号: facts.sender.phone,
    ご依頼主郵便番号: facts.sender.postalCode,
    ご依頼主住所１: address[0] ?? '',
    ご依頼主住所２: address[1] ?? '',
    ご依頼主名称１: name[0] ?? '',
    ご依頼主名称２: name[1] ?? '',
    品名１: facts.contents,
    出荷個数: '1',
    出荷日: facts.date.replaceAll('-', '/'),
  }
  return sagawaColumns.map((column) => filled[column] ?? '')
}

/** The cells of a problem-free label. */
export const labelCells = (format: LabelFormat, label: Label, facts: LabelFacts): readonly string[] => {
  const code = postalCodeOf(label.postalCode) ?? ''
  if (format === 'b2') return b2Cells(label, code, facts)
  if (format === 'sagawa') return sagawaCells(label, code, facts)
  const lines = addressLines(label, limits[format]) ?? []
  const addressed = addressedName(label.name)
  if (format === 'clickpost') return [code, addressed.name, addressed.honorific, ...lines, facts.contents]
  const { sender } = facts
  const { name, phone, postalCode, address, building } = sender
  return [
    label.number,
    facts.date.replaceAll('-', ''),
    code,
    ...lines,
    addressed.name,
    addressed.honorific,
    nfkc(label.phone),
    facts.contents,
    ...[name, phone, postalCode, joinedParts([address, building])],
  ]
}

const b2Columns = 95

/** 送り状種類: of ネコポス the code of the shop's contract, where the settings name one. */
const yamatoCode = (service: YamatoService | undefined, { yamatoKind }: LabelFacts): string => {
  if (service === undefined) return yamatoKind
  if (service !== 'nekopos') return service === 'compact' ? '8' : '0'
  return yamatoKind === '7' ? '7' : 'A'
}

const b2Cells = (label: Label, code: string, facts: LabelFacts): readonly string[] => {
  const lines = b2Lines(label)
  const addressed = addressedName(label.name)
  const [address, building] = typeof lines === 'string' ? ['', ''] : lines
  const { sender, yamatoCustomer } = facts
  const filled: Readonly<Record<number, string>> = {
    1: label.number,
    2: yamatoCode(label.service, facts),
    5: facts.date.replaceAll('-', '/'),
    9: nfkc(label.phone),
    11: code,
    12: address,
    13: building,
    16: addressed.name,
    18: addressed.honorific,
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
export const rowsPerFile: Readonly<Record<LabelFormat, number>> = {
  clickpost: 40,
  b2: 1_000,
  sagawa: 1_000,
  yupack: 1_000,
}

/** Above this nothing is cut off: the user is asked for fewer days. */
export const mostLabels = 1_000

/** Orders per page of labels. */
export const labelsPerPage = 300

/** Which orders are chosen before she chooses by row (N95). */
export const labelChoices = ['new', 'ticked', 'all', 'none'] as const

export type LabelChoice = (typeof labelChoices)[number]

/** An order to choose: when it last went into a file, or on paper. */
export interface Exported {
  readonly at: number
  readonly format: LabelFormat | null
  readonly service: YamatoService | undefined
}
