import { mostParcels, type Parcel, parcelsText } from '~/features/orders/carriers.rules.ts'
import { addressee, recipientName } from '~/features/orders/rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import type { parcelRefusals } from '~/features/orders/texts.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { joinedPiece, unitOf } from '~/features/products/rules.ts'
import { machineDate } from '~/kernel/dates.ts'
import { compareCodeUnits } from '~/kernel/kana-order.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import type { Joined } from '~/kernel/shop-settings.ts'

/** Orders per packing page; on a desk a whole day where its address says so. */
export const ordersPerPage = 30
export const mostPerPage = 100

/** What the address of 発送作業 asks for; unknown values are the usual ones (P24). A cloth is not parted by pages that it need not have. */
export const packingAsked = (asked: Pick<URLSearchParams, 'get'>) => {
  const by = asked.get('by') === 'product' ? 'product' : 'order'
  const isWhole = by === 'product' || asked.get('size') === String(mostPerPage)
  return { page: asked.get('page'), by, size: isWhole ? mostPerPage : ordersPerPage } as const
}

export type PackingView = ReturnType<typeof packingAsked>['by']

/** Ticks that one press sets. */
export const mostTicks = 1_000

/** Notes per print, bounded for printers. */
export const notesPerPrint = 100

export const packingSteps = ['cut', 'packed'] as const

export type PackingStep = (typeof packingSteps)[number]

/** One tick, by the order's number. */
export interface Tick {
  readonly number: string
  readonly position: number
  readonly step: PackingStep
}

/** As its checkbox value. */
export const tickKey = ({ number, position, step }: Tick): string => `${number}:${position}:${step}`

/** Undefined when not a checkbox value. */
export const tickOf = (key: string): Tick | undefined => {
  const [, number = '', position = '', typed = ''] = /^([\w-]{1,20}):(\d{1,3}):([a-z]+)$/.exec(key) ?? []
  const step = packingSteps.find((each) => each === typed)
  return step === undefined ? undefined : { number, position: Number(position), step }
}

/** An order with each line's units refunded before shipping, which stay in the shop (N18), and whether the stock has none for it (K32). */
export type OrderToPack = Omit<Order, 'lines'> & {
  readonly lines: readonly (OrderLine & { readonly taken: number; readonly isWithoutFabric: boolean })[]
}

export interface PackingLine {
  /** Position in its order. */
  readonly key: string
  readonly number: string
  readonly name: string
  /** Cut off a bolt; a kit is not. */
  readonly isFabric: boolean
  /** Units to ship, of what they are. */
  readonly quantity: number
  readonly unit: ReturnType<typeof unitOf>
  /** Units that stay in the shop. */
  readonly taken: number
  /** Several units cut as one piece, such as 50cm×350cm の1枚; null for kits and single units. */
  readonly piece: string | null
  readonly picture: string | null
  /** The claimed bolt and its units left; counted products only (K13). */
  readonly bolt?: BoltOfLine | undefined
  /** 約束より在庫が少ない: nothing of it is packed until it is counted, given back or found (K32). */
  readonly isWithoutFabric: boolean
  /** Kits are not cut; a line of which nothing is to be shipped, or without cloth, has none. */
  readonly ticks: readonly { readonly key: string; readonly step: PackingStep; readonly isOn: boolean }[]
}

export interface PackingOrder {
  readonly number: string
  readonly recipient: string
  /** '' where the address has none. */
  readonly prefecture: string
  readonly version: number
  readonly paidAt: number | null
  readonly parcels: readonly Parcel[]
  readonly practice: boolean
  readonly lines: readonly PackingLine[]
}

/** The recipient at the desk, with 様. */
export const recipientOf = ({ customer }: Pick<Order, 'customer'>): string =>
  addressee(recipientName(customer))

/** As cut: 7 joined units of a fabric are one piece. */
export const pieceText = ({ type, quantity }: OrderLine, joined: Joined): string | null =>
  joinedPiece(type, quantity, joined)
    ?.replace(/^\d+枚( = |分を)/, '')
    .replace(/(で)?お届け$/, '') ?? null

/** As packed: without units that stay in the shop. */
export const lineToPack = (line: OrderToPack['lines'][number]) => {
  const quantity = line.quantity - line.taken
  return { ...line, quantity, isWithoutFabric: line.isWithoutFabric && quantity > 0 }
}

export const byNumberThenPiece = (a: OrderLine, b: OrderLine): number =>
  a.type === b.type
    ? compareCodeUnits(a.number, b.number) || b.quantity - a.quantity
    : a.type === 'fabric'
      ? -1
      : 1

/** An order for packing, with lines as cut; `on` holds the keys of set ticks. */
export const packingOrder = (order: OrderToPack, on: ReadonlySet<string>, joined: Joined): PackingOrder => {
  const { number, version, paidAt, parcels, practice } = order
  const lines = order.lines
    .map((line, position) => ({ line: lineToPack(line), position, held: line.quantity }))
    .filter(({ held }) => held > 0)
    .sort((a, b) => byNumberThenPiece(a.line, b.line))
    .map(({ line, position }) => ({
      key: String(position),
      number: line.number,
      name: nameWithColour(line),
      isFabric: line.type === 'fabric',
      quantity: line.quantity,
      unit: unitOf(line.type),
      taken: line.taken,
      piece: line.quantity === 0 ? null : pieceText(line, joined),
      picture: line.picture,
      isWithoutFabric: line.isWithoutFabric,
      ticks: packingSteps
        .filter(
          (step) =>
            line.quantity > 0 && !line.isWithoutFabric && (step === 'packed' || line.type === 'fabric'),
        )
        .map((step) => {
          const key = tickKey({ number, position, step })
          return { key, step, isOn: on.has(key) }
        }),
    }))
  const prefecture = order.customer.address?.prefecture ?? ''
  return { number, recipient: recipientOf(order), prefecture, version, paidAt, parcels, practice, lines }
}

/** A line's bolt in words, and whether another one could hold it (K20). */
interface BoltOfLine {
  readonly text: string
  readonly hasOther: boolean
}

/** Adds each line's bolt, looked up by order id and position. */
export const withBolts = (
  { id }: Pick<Order, 'id'>,
  order: PackingOrder,
  bolts: ReadonlyMap<string, BoltOfLine>,
): PackingOrder => ({
  ...order,
  lines: order.lines.map((line) => ({ ...line, bolt: bolts.get(`${id} ${line.key}`) })),
})

/** None while a line of it is not there (K32). */
const boxesOf = ({ lines }: Pick<PackingOrder, 'lines'>) =>
  lines.some(({ isWithoutFabric }) => isWithoutFabric)
    ? []
    : lines.flatMap(({ key: position, ticks }) =>
        ticks.flatMap(({ key, step }) => (step === 'packed' ? { position, key } : [])),
      )

/** Whether an order is fully packed with these ticks. */
export const isPacked = (order: Pick<PackingOrder, 'lines'>, on: ReadonlySet<string>): boolean => {
  const boxes = boxesOf(order)
  return boxes.length > 0 && boxes.every(({ key }) => on.has(key))
}

/** Of an order's boxes that the page drew: a press names it when they are all ticked (N85). */
export const boxesField = (number: string): string => `boxes:${number}`

/** With a name behind it: the boxes of a tick that stands for several, by their keys, and that they were all ticked; without script alone. */
export const severalField = 'several:'
export const wereSeveralField = 'were-several:'

/** That the number of before its shipping was taken back is meant again (N87). */
export const oldNumberField = (number: string): string => `old:${number}`

/** Orders with ticks that left while the page was open: a press does nothing with them, and names them (N90). */
export const goneField = 'gone'

/** Their positions. */
export const boxesDrawn = (order: Pick<PackingOrder, 'lines'>): string =>
  boxesOf(order)
    .map(({ position }) => position)
    .join(' ')

/** Clamps a page number; 1 when invalid. */
export const pageNumber = (typed: string | null, total: number, perPage: number): number => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const page = /^\d{1,4}$/.test(typed ?? '') ? Number(typed) : 1
  return Math.min(Math.max(page, 1), last)
}

/** Names of the fields of an order's first, second, … parcel. */
export const parcelNames = (at: number): { readonly carrier: string; readonly tracking: string } =>
  at === 0
    ? { carrier: 'carrier', tracking: 'tracking' }
    : { carrier: `carrier-${at + 1}`, tracking: `tracking-${at + 1}` }

/** The rows of a form of parcels, in their order. */
export const parcelRows = (fields: ReadonlyMap<string, string>): TypedParcel[] =>
  Array.from({ length: mostParcels }, (_, at) => parcelNames(at)).flatMap(({ carrier, tracking }) => {
    const typed = fields.get(tracking)
    return typed === undefined ? [] : { carrier: fields.get(carrier) ?? '', tracking: typed }
  })

/** Drops the empty rows at the end, but for the first one. */
const withoutEmptyEnd = (rows: readonly TypedParcel[]): readonly TypedParcel[] =>
  rows.slice(
    0,
    1 + rows.findLastIndex(({ carrier, tracking }, at) => at === 0 || carrier !== '' || tracking !== ''),
  )

/** The rows of a form that is merged, which has all fields that there can be. */
export const mergedRows = (typed: Readonly<Record<string, string>>): readonly TypedParcel[] =>
  withoutEmptyEnd(parcelRows(new Map(Object.entries(typed))))

/** What the form of these parcels shows. An order's parcels are one value (N83). */
export const presentParcels = ({
  version,
  parcels,
  shippedAt,
}: Pick<ParcelSheet, 'version' | 'parcels' | 'shippedAt'>) => {
  const labels: Readonly<Record<string, string>> = shippedAt === null ? {} : { shippedOn: '発送日' }
  const rows = Array.from({ length: mostParcels }, (_, at) => [parcelNames(at), parcels[at]] as const)
  return {
    version,
    values: {
      ...Object.fromEntries(
        rows.flatMap(([name, parcel]) => [
          [name.carrier, parcel?.carrier ?? ''],
          [name.tracking, parcel?.tracking ?? ''],
        ]),
      ),
      shippedOn: shippedAt === null ? '' : (machineDate(shippedAt) ?? ''),
    },
    labels,
    wholes: [
      {
        name: 'parcels',
        label: '配送会社と番号',
        fields: rows.flatMap(([{ carrier, tracking }]) => [carrier, tracking]),
        said: (values: Readonly<Record<string, string>>) =>
          parcelsText(mergedRows(values).map(({ carrier, tracking }) => ({ carrier, tracking }))) || 'なし',
      },
    ],
  }
}

/** Data of the sheet of an order's parcels. */
export interface ParcelSheet {
  readonly number: string
  readonly version: number
  readonly recipient: string
  readonly shippedAt: number | null
  /** As a date field's value. */
  readonly shippedOn: string | null
  readonly canUndo: boolean
  /** For the form's fields, one at least; of an order without any it has the carrier of the last parcel. */
  readonly parcels: readonly Parcel[]
  /** All in short; '' for none. */
  readonly parcel: string
  readonly warning: string | null
  /** Its number is that of before its shipping was taken back. */
  readonly hasOldNumber: boolean
  /** Which other orders have its numbers, in words. */
  readonly twins: Readonly<Record<string, string>>
  readonly isContested: boolean
  /** Why it cannot be shipped, whatever is ticked; null when it can. */
  readonly hindrance: string | null
}

/** What an open page of 発送作業 reads of its orders again (N92). */
export interface PackingState {
  /** Who set a tick, by its key; ticks that are not set are not in it. */
  readonly ticks: Readonly<Record<string, string>>
  /** Orders that are not to be packed any more. */
  readonly left: readonly LeftOut[]
  /** How many orders came since the page was read (N113). */
  readonly came: number
}

/** What one press shipped, which is undone together or one by one (N91). */
export interface ShippedPress {
  /** The id of its form, for React. */
  readonly press: string
  /** Who pressed. */
  readonly by: string
  /** Of its last one, epoch ms. */
  readonly shippedAt: number
  readonly orders: readonly {
    readonly number: string
    readonly recipient: string
    readonly version: number
    /** Carrier and number in short; '' for neither. */
    readonly parcel: string
    /** What is odd about its number. */
    readonly warning: string | null
  }[]
}

/** Why an order that a form names is not to be packed. */
export const whysLeft = [
  'not-found',
  'cancelled',
  'shipped',
  'refunded',
  'unpaid',
  'needs-review',
  'disputed',
] as const satisfies readonly (keyof typeof parcelRefusals)[]

export type WhyLeft = (typeof whysLeft)[number]

/** Result for each order of a form; a refusal affects only its own order. */
export interface DoneOrders {
  readonly done: readonly string[]
  readonly refused: readonly { readonly number: string; readonly why: keyof typeof parcelRefusals }[]
}
