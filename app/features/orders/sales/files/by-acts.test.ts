import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readFees } from '~/features/orders/payment/jobs.server.ts'
import { requestRefund } from '~/features/orders/refund/requesting.commands.server.ts'
import { checkoutOnBothEngines } from '../../../../../tests/support/checkout-on-both-engines.ts'
import { type CsvRow, headingsOf, rowsOfCsv } from '../../../../../tests/support/csv-file.ts'
import { deskPersonForTests } from '../../../../../tests/support/desk-person-for-tests.ts'
import { placePaidOrder, runOrders } from '../../../../../tests/support/paid-order.ts'
import { refundFormForTests } from '../../../../../tests/support/refund-form.ts'
import { dayOf } from '../facts.queries.server.ts'
import { monthOf } from '../rules.ts'
import type { SalesBasis } from '../types.ts'
import { exportSales } from './commands.server.ts'
import { salesFileAgain } from './queries.server.ts'
import { type SalesFile, salesFiles } from './rules.ts'

const never = new AbortController().signal

/** What each account holds after a file was read, and the number by which it is found again of each row, yen above 0 on the debit side. */
interface Read {
  readonly held: Readonly<Record<string, number>>
  readonly numbers: readonly string[]
}

const yen = (text: string | undefined): number => {
  if (!/^\d+$/.test(text ?? '')) throw new Error(`${text} is no sum`)
  return Number(text)
}

const sums = (moves: readonly (readonly [account: string, yen: number])[]) => {
  const held: Record<string, number> = {}
  for (const [account, by] of moves) held[account] = (held[account] ?? 0) + by
  return held
}

/** Both sides of a journal. */
const moved = (row: CsvRow): (readonly [string, number])[] => [
  [row.借方勘定科目 ?? '', yen(row['借方金額(円)'])],
  [row.貸方勘定科目 ?? '', -yen(row['貸方金額(円)'])],
]

/** Each file as its program reads it: by headings, and 弥生's by places. */
const readers: Readonly<Record<SalesFile, (bytes: Buffer) => Read>> = {
  details: (bytes) => {
    const rows = rowsOfCsv(bytes.toString('utf8'))
    const moves = rows.flatMap((row) => {
      const account = row.種類?.startsWith('決済手数料') ? '支払手数料' : '売上高'
      return [
        [account, Number(row.手数料) - Number(row.税込金額)] as const,
        ['売掛金', Number(row.入金予定額)] as const,
      ]
    })
    return { held: sums(moves), numbers: rows.map((row) => Object.values(row).join()) }
  },
  freee: (bytes) => {
    const text = bytes.toString('utf8')
    expect(headingsOf(text)).toHaveLength(21)
    const rows = rowsOfCsv(text)
    const moves = rows.flatMap((row) => {
      expect(row.発生日).toMatch(/^\d{4}\/\d\d\/\d\d$/)
      const by = row.収支区分 === '収入' ? yen(row.金額) : -yen(row.金額)
      return [[row.勘定科目 ?? '', -by] as const, ['売掛金', by] as const]
    })
    return { held: sums(moves), numbers: rows.map((row) => row.管理番号 ?? '') }
  },
  moneyforward: (bytes) => {
    const text = bytes.toString('utf8')
    expect(headingsOf(text)).toHaveLength(27)
    const rows = rowsOfCsv(text)
    return { held: sums(rows.flatMap(moved)), numbers: rows.map((row) => row.取引No ?? '') }
  },
  yayoi: (bytes) => {
    const rows: string[][] = parse(iconv.decode(bytes, 'cp932'))
    const moves = rows.flatMap((cells) => {
      expect(cells).toHaveLength(25)
      expect(cells[0]).toBe('2000')
      return [[cells[4] ?? '', yen(cells[8])] as const, [cells[10] ?? '', -yen(cells[14])] as const]
    })
    return { held: sums(moves), numbers: rows.map((cells) => cells[21] ?? '') }
  },
}

checkoutOnBothEngines('files of a month, by the acts of the shop', (shop) => {
  const owner = () => deskPersonForTests(shop().ctx)
  const fetched = async () => {
    const { ctx } = shop()
    const requestId = ctx.newId()
    const month = monthOf(dayOf(ctx.now()))
    expect(await exportSales(ctx, owner(), { requestId, month })).toMatchObject({ ok: true })
    const read = async (file: SalesFile) => {
      const found = await salesFileAgain(ctx, owner(), { exportId: requestId, file, part: 1 })
      return found === undefined || found === 'not-booked' ? Buffer.alloc(0) : found.bytes
    }
    return Object.fromEntries(
      await Promise.all(salesFiles.map(async (file) => [file, await read(file)] as const)),
    )
  }

  /** Two orders that left, one with a refund and one whose dispute was lost, one that has not left, and their fees. */
  const sell = async () => {
    const { ctx, provider } = shop()
    const [shipped, disputed, waiting] = [
      await placePaidOrder(shop()),
      await placePaidOrder(shop(), [['F-4400', 1]]),
      await placePaidOrder(shop(), [['F-330', 2]]),
    ]
    for (const { order } of [shipped, disputed]) await runOrders(shop(), 'ship', order.orderNumber)
    const refund = await requestRefund(ctx, owner(), refundFormForTests(shipped.order.orderNumber))
    await provider.settled()
    await provider.changeDispute(await provider.dispute(disputed.sessionId), 'lost')
    await provider.settled()
    const gateway = { feeOf: async () => ({ fee: 36, net: 1 }), livemode: ctx.gateway.livemode }
    await readFees({ ...ctx, gateway }, never)
    return {
      orders: { shipped: shipped.order, disputed: disputed.order, waiting: waiting.order },
      back: (refund.ok ? refund.value.amount : 0) + disputed.order.total,
    }
  }

  test.each<SalesBasis>(['shipped', 'paid'])(
    'sentence 45, M32, M33: each of the four files, read as its program reads it, comes to hand sums of orders, refund, dispute and fees (%s)',
    async (basis) => {
      const { db } = shop().ctx
      for (const table of ['salesEntry', 'salesBasis'] as const) await db.deleteFrom(table).execute()
      await db.insertInto('salesBasis').values({ fromMonth: '2020-01', basis }).execute()
      const { orders, back } = await sell()
      const sold =
        orders.shipped.total + orders.disputed.total + (basis === 'paid' ? orders.waiting.total : 0)
      expect(back).toBeGreaterThan(0)
      const byHand = { 売上高: back - sold, 支払手数料: 3 * 36, 売掛金: sold - back - 3 * 36 }
      const files = await fetched()
      const numbers = new Map<SalesFile, readonly string[]>()
      for (const file of salesFiles) {
        const read = readers[file](files[file] ?? Buffer.alloc(0))
        expect(read.held, file).toEqual(byHand)
        expect(new Set(read.numbers).size, `${file}: each row has a number of its own`).toBe(
          read.numbers.length,
        )
        numbers.set(file, read.numbers)
      }
      const { customerName, customerEmail, shippingAddress } = await db
        .selectFrom('orders')
        .select(['customerName', 'customerEmail', 'shippingAddress'])
        .where('id', '=', orders.shipped.id)
        .executeTakeFirstOrThrow()
      const said = salesFiles
        .map((file) => iconv.decode(files[file] ?? Buffer.alloc(0), file === 'yayoi' ? 'cp932' : 'utf8'))
        .join()
      const { line1, city } = JSON.parse(shippingAddress ?? '{}')
      for (const personal of [customerName, customerEmail, line1, city])
        expect(said.includes(personal || 'nobody'), `${personal}`).toBe(false)

      // The month runs on: what comes later takes no number from what is there.
      for (const at of [1, 2, 3])
        await runOrders(shop(), 'ship', (await placePaidOrder(shop(), [['F-330', at]])).order.orderNumber)
      const later = await fetched()
      for (const file of salesFiles) {
        const { numbers: now } = readers[file](later[file] ?? Buffer.alloc(0))
        expect(now.length, file).toBe((numbers.get(file) ?? []).length + 3)
        expect(
          numbers.get(file)?.filter((number) => !now.includes(number)),
          file,
        ).toEqual([])
      }
      const rowOf = (files: Readonly<Record<string, Buffer>>, number: string) =>
        rowsOfCsv(files.moneyforward?.toString('utf8') ?? '').find((row) => row.取引No === number)
      for (const number of numbers.get('moneyforward') ?? [])
        expect(rowOf(later, number)).toEqual(rowOf(files, number))
    },
  )
})
