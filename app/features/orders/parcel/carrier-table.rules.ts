import {
  type Carrier,
  isWholeTracking,
  mostParcels,
  trackingsTyped,
} from '~/features/orders/carriers.rules.ts'
import { isOrderNumber, orderNumberTyped } from '~/features/orders/rules.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { cutText, nfkc } from '~/kernel/text.ts'

/** A row of a carrier program's output, each field as written there; '' for what its file does not have. */
export interface NumberRow {
  readonly order: string
  /** One number, or several. */
  readonly tracking: string
  readonly postalCode: string
  readonly name: string
}

export interface CarrierFile {
  /** Null where the columns do not tell. */
  readonly carrier: Carrier | null
  /** Whether its rows name orders; otherwise postcode and name tell whose they are. */
  readonly namesOrders: boolean
  readonly rows: readonly NumberRow[]
}

type Table = readonly (readonly string[])[]

/** Names of columns in the files of B2クラウド, e飛伝Ⅲ, クリックポスト and ゆうプリR, and in tables that owners make. */
const columns = {
  order: ['注文番号', 'お客様管理番号', 'お客様側管理番号', '管理番号', '受注番号', '注文ID'],
  tracking: [
    'お問い合わせ番号',
    '伝票番号',
    '送り状番号',
    '追跡番号',
    'お問い合せ送り状No.',
    '送り状No.',
    'お問い合わせ伝票番号',
    '荷物番号',
  ],
  postalCode: ['お届け先郵便番号', '郵便番号'],
  name: ['お届け先氏名', 'お届け先名', 'お届け先名称1', 'お届け先お名前', '氏名'],
} as const

type Column = keyof typeof columns

/** One spelling: お問合せ, お問い合せ, No and No., without what stands in brackets. */
const heading = (name: string): string =>
  nfkc(name)
    .replace(/\s|\([^()]*\)|[.。:*"']/g, '')
    .replace(/お?問い?合わ?せ/, '問合せ')

const known = (column: Column): readonly string[] => columns[column].map(heading)

const placeOf = (head: readonly string[], column: Column): number => {
  const names = known(column)
  return head.findIndex((name) => names.includes(name))
}

/** Above the headings some programs and people write a title. */
const mostTitleRows = 10

/** The content of a cell that Excel was told to keep as text: ="4907…" or '4907…. */
const plainCell = (cell: string): string =>
  nfkc(cell)
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'/, '')
    .trim()

const plainRow = (row: readonly string[]): string[] => row.map(plainCell)

/** Reads a table by its headings, B2's and one of order and numbers also without; otherwise tells which column is missing (N64). */
export const carrierFile = (cells: Table): Result<CarrierFile, string> => {
  // Of the rows below only the cells that are needed: a file of a thousand rows has a hundred thousand.
  const top = cells.slice(0, mostTitleRows).map(plainRow)
  const heads = top.map((row) => row.map(heading))
  const at = heads.findIndex((head) => lackOf(head) === null)
  const head = heads[at]
  if (head !== undefined) return ok(byHeadings(head, cells.slice(at + 1)))
  const bare = heads.some((each) => score(each) > 0) ? null : withoutHeadings(cells, top)
  return bare === null ? refused(lackText(heads, top)) : ok(bare)
}

const lackOf = (head: readonly string[]): 'tracking' | 'order' | null => {
  const has = (column: Column) => placeOf(head, column) >= 0
  if (!has('tracking')) return 'tracking'
  return has('order') || (has('postalCode') && has('name')) ? null : 'order'
}

const byHeadings = (head: readonly string[], table: Table): CarrierFile => {
  const place = {
    order: placeOf(head, 'order'),
    tracking: placeOf(head, 'tracking'),
    postalCode: placeOf(head, 'postalCode'),
    name: placeOf(head, 'name'),
  }
  // Of B2's 95 columns no other ones are looked at: a file has 90,000 cells.
  const rows = table.map((row) => ({
    order: plainCell(row[place.order] ?? ''),
    tracking: plainCell(row[place.tracking] ?? ''),
    postalCode: plainCell(row[place.postalCode] ?? ''),
    name: plainCell(row[place.name] ?? ''),
  }))
  return { carrier: carrierOf(head), namesOrders: place.order >= 0, rows: rows.filter(isFilled) }
}

const carrierOf = (head: readonly string[]): Carrier | null => {
  const has = (...names: readonly string[]) => names.some((name) => head.includes(heading(name)))
  if (has('送り状種類', '送り状種別', 'クール区分')) return 'yamato'
  if (has('お問い合せ送り状No.', 'お届け先コード取得区分', '荷送人電話番号')) return 'sagawa'
  return has('お客様側管理番号', '郵便種別') || placeOf(head, 'order') < 0 ? 'japanpost' : null
}

const isFilled = ({ order, tracking, name }: NumberRow): boolean =>
  order !== '' || tracking !== '' || name !== ''

const isOfOrder = (cell: string): boolean => isOrderNumber(orderNumberTyped(cell))

/** B2 tells its columns by their places: お客様管理番号, 送り状種類, クール区分, 伝票番号, and dozens more, which some cut off. */
const isOfB2 = ([order = '', kind = '', cooled = '', number = '', ...more]: readonly string[]): boolean =>
  /^[0-9A]$/.test(kind) &&
  /\d{4}/.test(number) &&
  (more.length >= 26 || (isOfOrder(order) && /^[0-3]?$/.test(cooled)))

/** An order's number and nothing but numbers after it: of several each is a whole one, as a date or a kind of parcel is not. */
const isOfTwo = ([order = '', ...others]: readonly string[]): boolean => {
  const filled = others.filter((cell) => cell !== '')
  return (
    filled.length <= mostParcels &&
    isOfOrder(order) &&
    (filled.length < 2 || filled.every((cell) => trackingsTyped(cell)?.every(isWholeTracking)))
  )
}

const withoutHeadings = (table: Table, top: Table): CarrierFile | null => {
  const from = (isOne: (row: readonly string[]) => boolean) => {
    const at = top.findIndex(isOne)
    return at < 0 ? [] : table.slice(at)
  }
  const none = { postalCode: '', name: '' }
  const ofB2 = from(isOfB2)
  if (ofB2.length > 0) {
    const rows = ofB2.map(([order = '', , , tracking = '']) => ({
      order: plainCell(order),
      tracking: plainCell(tracking),
      ...none,
    }))
    return { carrier: 'yamato', namesOrders: true, rows: rows.filter(isFilled) }
  }
  const ofTwo = from(isOfTwo).map(plainRow)
  if (ofTwo.length === 0 || !ofTwo.every((row) => row.length < 3 || isOfTwo(row))) return null
  const rows = ofTwo.map(([order = '', ...numbers]) => ({
    order,
    tracking: numbers.filter((cell) => cell !== '').join('、'),
    ...none,
  }))
  return { carrier: null, namesOrders: true, rows: rows.filter(isFilled) }
}

const listed = (names: readonly string[]): string => names.map((name) => `「${name}」`).join('')

const mostNamed = 12

/** Names the missing column, the names by which it is known, and the columns that are there. */
const lackText = (heads: Table, table: Table): string => {
  const best = heads.reduce((top, head, at) => (score(head) > score(heads[top] ?? []) ? at : top), 0)
  const found = (table[best] ?? []).filter((cell) => cell !== '')
  const names = listed(found.slice(0, mostNamed).map((name) => cutText(name, 20)))
  const there = `このファイルの列：${names === '' ? 'なし' : names}${found.length > mostNamed ? 'ほか' : ''}`
  if (lackOf(heads[best] ?? []) === 'tracking')
    return `お問い合わせ番号の列がありません。この列の名前は、${listed(columns.tracking)}のどれかです。${there}。`
  return `注文番号の列がありません。この列の名前は、${listed(columns.order)}のどれか、クリックポストのファイルなら「お届け先郵便番号」と「お届け先氏名」の2列です。${there}。`
}

const score = (head: readonly string[]): number =>
  (['tracking', 'order', 'postalCode', 'name'] as const).filter((column) => placeOf(head, column) >= 0).length
