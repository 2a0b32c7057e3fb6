import { addresses } from '../../app/addresses.ts'
import { enterDesk } from '../support/desk-session.ts'
import { httpSession } from '../support/http-session.ts'
import { readData } from '../support/shop-database.ts'
import { expect, test } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' } })

/** What somebody finds there: a packer and an owner, an owner alone, or nobody in this shop by this address. */
const whose: Readonly<Record<string, 'both' | 'owner' | 'nobody'>> = {
  '/admin': 'both',
  '/admin/search': 'both',
  '/admin/packing': 'both',
  '/admin/packing/bolt': 'nobody',
  '/admin/packing/found': 'both',
  '/admin/packing/print': 'both',
  '/admin/packing/labels': 'both',
  '/admin/packing/labels/file': 'nobody',
  '/admin/packing/numbers': 'both',
  '/admin/orders': 'both',
  '/admin/orders/beside/:number': 'both',
  '/admin/orders/file': 'owner',
  '/admin/orders/file/download': 'nobody',
  '/admin/sales/files': 'owner',
  '/admin/sales/files/download': 'nobody',
  '/admin/orders/marked/:act': 'nobody',
  '/admin/orders/:number': 'both',
  '/admin/orders/:number/ship': 'both',
  '/admin/orders/:number/undo-ship': 'both',
  '/admin/orders/:number/address': 'owner',
  '/admin/orders/:number/email': 'owner',
  '/admin/orders/:number/message': 'nobody',
  '/admin/message-templates': 'owner',
  '/admin/orders/:number/receipt': 'nobody',
  '/admin/orders/:number/receipt/:document': 'nobody',
  '/admin/orders/:number/exchange': 'owner',
  '/admin/orders/:number/refund': 'owner',
  '/admin/orders/:number/cancel': 'owner',
  '/admin/orders/:number/settle': 'owner',
  '/admin/orders/:number/return': 'owner',
  '/admin/orders/:number/transfer': 'owner',
  '/admin/orders/:number/evidence': 'owner',
  '/admin/payments': 'owner',
  '/admin/products': 'both',
  '/admin/products/new': 'owner',
  '/admin/products/several': 'owner',
  '/admin/products/kit-order': 'owner',
  '/admin/products/choices': 'owner',
  '/admin/products/file': 'owner',
  '/admin/products/file/download': 'owner',
  '/admin/products/file/:id': 'nobody',
  '/admin/products/:number': 'both',
  '/admin/products/:number/stock': 'both',
  '/admin/product-picture': 'nobody',
  '/admin/stock': 'owner',
  '/admin/receive': 'owner',
  '/admin/receive/choices': 'owner',
  '/admin/receive/:id': 'nobody',
  '/admin/shop': 'owner',
  '/admin/feed': 'owner',
  '/admin/lists/:list': 'owner',
  '/admin/lists/:list/:id': 'owner',
  '/admin/home-recipes': 'owner',
  '/admin/settings': 'owner',
  '/admin/settings/:part': 'owner',
  '/admin/more': 'both',
  '/admin/views': 'both',
  '/admin/backup': 'owner',
  '/admin/sales': 'owner',
  '/admin/wanted': 'owner',
  '/admin/mails': 'owner',
  '/admin/log': 'owner',
  '/admin/members': 'owner',
  '/admin/members/:id': 'nobody',
  '/admin/members/:id/:act': 'nobody',
  '/admin/reports': 'owner',
  '/admin/reports/:id': 'nobody',
  '/admin/helpers': 'owner',
  '/admin/helpers/:act': 'owner',
  '/admin/enter': 'both',
  '/admin/join/:token': 'nobody',
  '/admin/events': 'both',
  '/admin/packing/state': 'both',
  '/admin/passkey': 'nobody',
  '/admin/*': 'nobody',
}

test('ASVS 8.2.1, N6, N12: at every address of the desk a packer finds what is hers, and nothing of the owner’s', async ({
  page,
  context,
  shop,
}) => {
  const [order] = readData(
    shop.dataDir,
    "select order_number as number from orders where state = 'paid' and shipped_at is null",
  )
  const [product] = readData(shop.dataDir, "select number from product where status = '公開中'")
  const paths = Object.keys(addresses).filter((path) => path.startsWith('/admin'))
  const there = (path: string) =>
    path
      .replace('/orders/beside/:number', `/orders/beside/${order?.number}`)
      .replace('/orders/:number', `/orders/${order?.number}`)
      .replace('/products/:number', `/products/${product?.number}`)
      .replace(':list/:id', 'news/new')
      .replace(':list', 'news')
      .replace(':part', 'fees')
      .replace(':act', 'invite')
      .replaceAll(/:\w+|\*/g, 'x')
  const asker = async (role: 'owner' | 'packer') => {
    await context.clearCookies()
    await enterDesk(page, role, shop)
    const cookies = (await context.cookies()).map(({ name, value }) => [name, value])
    return httpSession(shop.origin, { given: Object.fromEntries(cookies) })
  }
  // One after the other: a client has a limit of requests under way.
  const found = async (ask: (path: string) => Promise<Response>) => {
    const at: string[] = []
    for (const path of paths) {
      const answer = await ask(there(path))
      // A stream never ends by itself.
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
      else await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`)
      // 405: a page without a form.
      if (answer.status !== 404 && answer.status !== 405) at.push(path)
    }
    return at.sort()
  }
  const meant = (...kinds: readonly string[]) =>
    Object.entries(whose)
      .flatMap(([path, kind]) => (kinds.includes(kind) ? path : []))
      .sort()

  expect(Object.keys(whose).sort()).toEqual(paths.toSorted())
  const owner = await asker('owner')
  expect(await found(owner.get)).toEqual(meant('both', 'owner'))
  const packer = await asker('packer')
  expect(await found(packer.get)).toEqual(meant('both'))
  const sent = await found((path) => packer.post(path, { requestId: 'x' }))
  expect(sent.filter((path) => !meant('both').includes(path))).toEqual([])
})
