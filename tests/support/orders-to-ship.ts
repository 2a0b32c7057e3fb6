import { changeData } from './shop-database.ts'
import type { ShopProcess } from './shop-process.ts'

const address = {
  recipient: '',
  postalCode: '150-0001',
  prefecture: '東京都',
  city: '渋谷区',
  line1: '神宮前1-2-3',
  line2: '糸ビル201',
}

/** Of order numbers. */
const signs = 'ABCDEFGH'

interface Parts {
  readonly recipient?: string
  readonly line1?: string
  readonly prefecture?: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Adds paid orders of a fabric and a kit each to a demo, whose own are then shipped; gives their numbers, in the order in which they are packed. */
export const addOrdersToShip = (
  { dataDir }: Pick<ShopProcess, 'dataDir'>,
  count: number,
  parts: (at: number) => Parts = () => ({}),
): string[] => {
  changeData(dataDir, "update orders set shipped_at = created_at where id not like 'order-K7P4-%'")
  return Array.from({ length: count }, (_, at) => {
    const sign = (place: number) => signs[Math.floor(place) % signs.length]
    const block = at < signs.length ** 2 ? '2' : sign(at / signs.length ** 2)
    const number = `K7P4-2${block}${sign(at / signs.length)}${sign(at)}`
    const { recipient = `山田 花子${at}`, ...typed } = parts(at)
    const paidAt = Date.now() - (count - at) * 60_000
    const row = {
      id: `order-${number}`,
      order_number: number,
      state: 'paid',
      browser_token: 'x',
      cart_fingerprint: '',
      access_token: `token-of-this-test-${number}`,
      subtotal: 2600,
      shipping: 400,
      total: 3000,
      tax_included: 272,
      currency: 'jpy',
      from_view: 'header-cart',
      cancel_path: '/kits',
      attempt: 1,
      session_expires_at: 0,
      customer_name: recipient,
      customer_email: 'buyer@example.com',
      customer_phone: '+819012345678',
      shipping_address: JSON.stringify({ ...address, recipient, ...typed }),
      practice: 1,
      confirmation_text: '',
      submit_text: '',
      shipping_text: '',
      terms_version: '',
      created_at: paidAt,
      paid_at: paidAt,
      checked_at: paidAt,
    }
    const values = Object.values(row).map((value) => (typeof value === 'number' ? value : quoted(value)))
    const line = (position: number, product: string, type: string, name: string, quantity: number) =>
      `insert into order_line (order_id, position, number, type, name, description, unit_price, quantity, free)
       values (${quoted(row.id)}, ${position}, ${quoted(product)}, '${type}', ${quoted(name)}, '【藍】綿100％', 1300, ${quantity}, 0)`
    changeData(
      dataDir,
      `insert into orders (${Object.keys(row).join(', ')}) values (${values.join(', ')});
       ${line(0, 'K-2001', 'kit', '巾着のキット', 1)};
       ${line(1, `F-${1001 + at}`, 'fabric', 'ダブルガーゼ', 2 + (at % 6))}`,
    )
    return number
  })
}
