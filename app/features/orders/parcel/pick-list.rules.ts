import { nameWithColour } from '~/features/products/description.rules.ts'
import { unitOf } from '~/features/products/rules.ts'
import { compareCodeUnits } from '~/kernel/kana-order.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import {
  byNumberThenPiece,
  lineToPack,
  type OrderToPack,
  type PackingLine,
  type PackingOrder,
  pieceText,
} from './rules.ts'

/** What to cut or take of one product, and for which orders. */
export interface PickedProduct {
  readonly number: string
  readonly name: string
  readonly units: number
  readonly unit: ReturnType<typeof unitOf>
  readonly pieces: readonly {
    readonly quantity: number
    readonly piece: string | null
    readonly order: string
    /** From which bolt, where it is claimed. */
    readonly bolt: string | null
    readonly isWithoutFabric: boolean
  }[]
}

/** Pick list of these orders in cutting order: by number, longer pieces first; bolts by order id and position. */
export const pickList = (
  orders: readonly OrderToPack[],
  joined: Joined,
  bolts: ReadonlyMap<string, { readonly name: string }> = new Map(),
): PickedProduct[] => {
  const lines = orders.flatMap((order) =>
    order.lines
      .map((line, position) => ({
        line: lineToPack(line),
        order: order.number,
        bolt: bolts.get(`${order.id} ${position}`)?.name ?? null,
      }))
      .filter(({ line }) => line.quantity > 0),
  )
  const byNumber = Map.groupBy(
    lines.sort((a, b) => byNumberThenPiece(a.line, b.line)),
    ({ line }) => line.number,
  )
  return [...byNumber].map(([number, found]) => ({
    number,
    name: found[0] === undefined ? '' : nameWithColour(found[0].line),
    units: found.reduce((units, { line }) => units + line.quantity, 0),
    unit: unitOf(found[0]?.line.type ?? 'fabric'),
    pieces: found.map(({ line, order, bolt }) => ({
      bolt,
      isWithoutFabric: line.isWithoutFabric,
      quantity: line.quantity,
      piece: pieceText(line, joined),
      order,
    })),
  }))
}

/** A product's lines of several orders: to cut together, or to take off the shelf. */
export interface ProductToCut {
  readonly number: string
  readonly name: string
  readonly picture: string | null
  readonly units: number
  readonly unit: PackingLine['unit']
  /** By the number of their order and their key in it. */
  readonly pieces: readonly { readonly order: string; readonly line: string }[]
}

/** The lines of these orders as who cuts ten pieces of one cloth at a time takes them: by number, longest piece first, kits last. */
export const linesByProduct = (orders: readonly PackingOrder[]): ProductToCut[] => {
  const lines = orders
    .flatMap((order) => order.lines.map((line) => ({ order: order.number, line })))
    .sort(
      (a, b) =>
        Number(b.line.isFabric) - Number(a.line.isFabric) ||
        compareCodeUnits(a.line.number, b.line.number) ||
        b.line.quantity - a.line.quantity,
    )
  return [...Map.groupBy(lines, ({ line }) => line.number)].map(([number, found]) => ({
    number,
    name: found[0]?.line.name ?? '',
    picture: found[0]?.line.picture ?? null,
    units: found.reduce((sum, { line }) => sum + line.quantity, 0),
    unit: found[0]?.line.unit ?? unitOf('fabric'),
    pieces: found.map(({ order, line }) => ({ order, line: line.key })),
  }))
}
