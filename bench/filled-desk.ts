import { type SampleOrder, seedDemoOrders } from '../app/features/orders/desk/demo.commands.server.ts'
import { putProducts } from '../app/features/products/commands.server.ts'
import { adoptOpenLines } from '../app/features/stock/older-orders.commands.server.ts'
import { layIn } from '../app/features/stock/shelf.commands.server.ts'
import type { AppContext } from '../app/server/app-context.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { inTransaction } from '../app/server/database/transaction.ts'
import { silentLog } from '../app/server/log.ts'
import { demoFabrics } from '../demo/fabrics.ts'
import { demoKits } from '../demo/kits.ts'
import { demoOrders } from '../demo/orders.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { servicesForTests } from '../tests/support/services-for-tests.ts'
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts'
import { countForTests } from '../tests/support/stock-for-tests.ts'
import { manyFabrics } from './many-fabrics.ts'
import { numbersFrom } from './many-recipes.ts'

/** What the desk's pages are measured with; `open` are orders to ship, with which as many are under review as in the demo. */
export const filledDesk = { products: 356, orders: 450, open: 61, members: 154 } as const

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Signs that order numbers are made of. */
const signs = '23456789ABCDEFGHJKLMNPQRTUVWXY'
const families = ['佐藤', '鈴木', '髙橋', '田中', '伊藤', '渡邉', '山本', '中村', '小林', '長谷川']
const firstNames = ['みどり', 'さくら', '結衣', '真理子', 'ゆうこ', 'あおい', 'まき', '千尋', 'かおり']
const places = [
  ['390-0811', '長野県', '松本市', '中央1-2-3', ''],
  ['154-0004', '東京都', '世田谷区', '太子堂4-5-6', 'ハイツ太子堂 203号室'],
  ['604-8005', '京都府', '京都市中京区', '恵比須町427', ''],
  ['060-0042', '北海道', '札幌市中央区', '大通西5丁目8', ''],
  ['900-0015', '沖縄県', '那覇市', '久茂地2-3-4', '久茂地マンション 501'],
  ['530-0001', '大阪府', '大阪市北区', '梅田3-1-3', 'コーポうってる 1203号室'],
] as const
const notes = [
  '贈りものとのこと。納品書に金額を入れない？→ お客様に確認中',
  '引っ越し先へ。お電話で確認しました',
  'つなげて裁ってほしいとのこと',
]

/** Those of the demo that can be packed. */
const isOpen = ({ awaiting, state, reviewReason, shipped, cancelReason }: SampleOrder): boolean =>
  !awaiting && !state && !reviewReason && !shipped && cancelReason === undefined

/** The demo's orders and further ones; repeatable. A tenth are of a single buyer who orders again. */
const ordersOfYear = (fabrics: readonly string[], kits: readonly string[]): SampleOrder[] => {
  const number = numbersFrom(48)
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[number(list.length)]
    if (chosen === undefined) throw new Error('an empty list')
    return chosen
  }
  const further = filledDesk.orders - demoOrders.length
  const open = filledDesk.open - demoOrders.filter(isOpen).length
  const made = Array.from({ length: further }, (_, at): SampleOrder => {
    const name = at % 10 === 9 ? '佐藤 みどり' : `${one(families)} ${one(firstNames)}`
    const [postalCode, prefecture, city, line1, line2] = one(places)
    const ago = at < open ? (at + 1) * 40 * minute : 2 * day + (at - open) * 20 * hour
    const last = [at, at / signs.length].map((place) => signs[Math.floor(place) % signs.length]).join('')
    const lines = Array.from(
      { length: 1 + number(3) },
      () => [one(fabrics), 1 + number(at % 5 === 0 ? 12 : 5)] as const,
    )
    const state = at < open ? 'open' : one(['shipped', 'shipped', 'shipped', 'shipped', 'refunded', 'over'])
    const shipped = {
      ago: Math.max(hour, ago - 20 * hour),
      carrier: one(['yamato', 'japanpost', 'sagawa']),
      tracking: String(100_000_000_000 + at * 7_919),
    }
    return {
      number: `${signs.slice(at % 11, (at % 11) + 4)}-DK${last}`,
      ago,
      name,
      email: `buyer-${at % 10 === 9 ? 'again' : at}@example.com`,
      phone: `+8190${String(20_000_000 + at * 37)}`,
      address: { recipient: name, postalCode, prefecture, city, line1, line2 },
      lines: [
        ...lines.filter(([fabric], place) => lines.findIndex(([other]) => other === fabric) === place),
        ...(at % 6 === 0 ? [[one(kits), 1] as const] : []),
      ],
      ...(at % 7 === 3 ? { notes: [one(notes)] } : {}),
      ...(state === 'shipped' || state === 'refunded' ? { shipped } : {}),
      ...(state === 'refunded'
        ? { refunds: [{ amount: 300, state: 'succeeded', reason: '1枚に染めむらがあったため' }] }
        : {}),
      ...(state === 'over' ? { cancelReason: 'お客様のご都合' } : {}),
    }
  })
  return [...demoOrders, ...made]
}

const putAll = async (ctx: AppContext): Promise<void> => {
  const { db } = ctx
  const own = [...demoFabrics, ...demoKits]
  const pictures = demoFabrics.map(({ imageUrl, moreImages }) => ({ imageUrl, moreImages }))
  const fabrics = manyFabrics(filledDesk.products - own.length).map((fabric, at) => ({
    ...fabric,
    ...pictures[at % pictures.length],
    number: `F-${2_000 + at}`,
    source: 'demo' as const,
  }))
  await inTransaction(ctx, async (trx) => {
    const put = await putProducts(trx, ctx.now(), fabrics)
    if (!put.ok) throw new Error(`${put.error.number}: ${put.error.reason}`)
  })
  const { members } = await db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  for (let at = members; at < filledDesk.members; at += 1)
    await addMember(db, { id: `desk-member-${at}`, name: `${families[at % 10]}${firstNames[at % 9]}` })
  const shown = [...demoFabrics.filter(({ status }) => status === '公開中'), ...fabrics.slice(0, 60)]
  const sold = shown.map(({ number }) => number)
  const kits = demoKits.map(({ id }) => id)
  await seedDemoOrders({ ...ctx, demoOrders: true }, ordersOfYear(sold, kits))
  // As if they were placed in the demo while its cloth is counted, so that it is claimed for them; samples again afterwards, whose payments
  // the practice payment knows, so that nobody finds them unknown.
  const madeBy = (source: 'own' | 'demo') => db.updateTable('orders').set({ source }).execute()
  await madeBy('own')
  for (const [at, number] of sold.entries()) {
    const counted = await db.selectFrom('stock').select('number').where('number', '=', number).execute()
    if (at % 3 === 2 || counted.length > 0) continue
    await countForTests(ctx, number, [20, 14, 7 + (at % 5), 3])
    await inTransaction(ctx, async (trx) => {
      await adoptOpenLines(trx, ctx, number, true)
      await layIn(trx, ctx, number, { why: 'claimed', actor: { kind: 'owner' } })
    })
  }
  await madeBy('demo')
}

/** Starts the built demo with a desk of a year: its products have the demo's pictures. Its orders are the same each time. */
export const startFilledDesk = async (): Promise<ShopProcess> => {
  const shop = await startShop({ TRUSTED_PROXY: 'x-real-ip', LOG_LEVEL: 'warn' })
  try {
    await shop.stop()
    const { db, close } = await openDatabase({ dataDir: shop.dataDir, log: silentLog })
    await putAll(servicesForTests(db, {}, true)).finally(close)
    await shop.startAgain()
    return shop
  } catch (error) {
    await shop.remove()
    throw error
  }
}
