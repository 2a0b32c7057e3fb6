import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'
import { realShopSettings } from '../support/real-shop-settings.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { type ShopEnvironment, type ShopProcess, startShop } from '../support/shop-process.ts'
import { compiledFolder } from '../support/source-process.ts'
import { expect, long, test } from './fixtures.ts'

const { PATH = '', HOME = '' } = process.env
const keys = { secretKey: 'sk_test_of_a_real_shop', webhookSecret: 'whsec_of_a_real_shop' }

const settingsOf = ({ url }: Pick<MailServer, 'url'>): ShopEnvironment => ({
  DEMO: '0',
  STRIPE_SECRET_KEY: keys.secretKey,
  STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  SMTP_URL: url,
  MAIL_FROM: 'shop@real.example',
  OWNER_EMAIL: 'owner@real.example',
  // Nothing listens there: the import fails, and the shop goes on.
  PRODUCT_FEED_URL: 'https://127.0.0.1:9/feed',
})

const kit = { id: 'K-1', name: '巾着のキット', price: '2860', level: '初級' }
const kitsCsv = `${Object.keys(kit).join(',')}\n${Object.values(kit).join(',')}\n`
const lineItem = (number: string, name: string, amount: number) => ({
  price_data: {
    currency: 'jpy',
    product_data: { name, metadata: { managementNumber: number } },
    unit_amount: amount,
  },
  quantity: 1,
})

const post = (
  shop: ShopProcess,
  body: string,
  headers: Record<string, string> = {},
  path = '/.netlify/functions/create-checkout-session',
): Promise<RawAnswer> =>
  rawRequest(
    shop.listens,
    {
      path,
      method: 'POST',
      headers: {
        origin: shop.origin,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
    },
    [body],
  )

const cartOfOneKit = ({ origin }: ShopProcess) =>
  JSON.stringify({
    line_items: [lineItem(kit.id, kit.name, 2860), lineItem('shipping', '送料', 400)],
    mode: 'payment',
    success_url: `${origin}/success`,
    cancel_url: `${origin}/kits`,
    metadata: { from: 'header-cart' },
    client_token: 'browser-of-the-real-shop',
  })

const started = z.object({ order: z.object({ token: z.string().min(20) }) })

/** How many of `count` calls, each from a different address, are refused as too many. */
const refusedOf = async (shop: ShopProcess, header: string, count: number): Promise<number> => {
  let refused = 0
  for (let call = 0; call < count; call += 1) {
    const { status } = await post(shop, '{}', { [header]: `198.51.100.${call}` })
    if (status === 429) refused += 1
  }
  return refused
}

test('a real shop, DEMO=0: takes money and sends mails, and nothing of the demo is there', async () => {
  const closers: (() => unknown)[] = []
  const mails = await startMailServer((close) => closers.push(close))
  const kitsFile = test.info().outputPath('kits.csv')
  await writeFile(kitsFile, kitsCsv)
  const open = async (more: ShopEnvironment = {}) => {
    const shop = await startShop(
      { ...settingsOf(mails), ...more },
      realShopSettings,
      'tests/support/run-real-shop.js',
    )
    closers.push(() => shop.remove())
    return shop
  }

  try {
    const shop = await open()
    const statusOf = async (path: string) => (await rawRequest(shop.listens, { path })).status
    let token = ''

    await test.step('every job is there', async () => {
      const line = shop
        .output()
        .split('\n')
        .find((each) => each.includes('shop is open'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        demo: false,
        jobs: [
          'compare pictures',
          'collect uploads',
          'sweep pictures',
          'copy pictures of products',
          'forget old links and sessions',
          'normalise products',
          'import the product feed',
          'tell of product feed troubles',
          'forget product files',
          'release cloth of ended payment pages',
          'tell of products that are back',
          'forget old restock notices',
          'watch the desk',
          'forget unpaid orders',
          'fill orders of before',
          'read orders for the search',
          'ask about the key',
          'reconcile orders',
          'look for paid pages',
          'compare with the provider',
          'read fees',
          'compare refunds',
          'ask again for refunds',
          'book sales',
          'index recipes',
          'read texts of recipes',
          'recount likes',
          'watch comments',
          'tell of outcomes of reports',
          'forget old reports',
          'store zero hits',
          'take in payments after a restore',
          'watch for alarms',
          'fold search texts again',
          'forget old calls',
          'send mails',
          'forget old mails',
          'try the mail server',
          'note orders',
        ],
      })
    })

    await test.step('S11: neither mailbox nor practice pay page', async () => {
      for (const path of ['/mailbox', '/mailbox.data', '/practice/pay/cs_test_1', '/practice/pay/'])
        expect(await statusOf(path), path).toBe(404)
      expect((await rawRequest(shop.listens, { path: '/' })).body).not.toContain('練習用')
    })

    await test.step('P32: without a copy of its feed it does not call a fabric gone', async () => {
      expect(await statusOf('/api/products?number=F-1001')).toBe(503)
    })

    await test.step('an order is paid, and owner and buyer hear of it', async () => {
      await ownerCommand(shop, 'content', 'load', 'kits', kitsFile)
      const answer = await post(shop, cartOfOneKit(shop))
      expect(answer.status, answer.body).toBe(200)
      token = started.parse(JSON.parse(answer.body)).order.token
      process.kill(shop.pid() ?? 0, 'SIGUSR2')
      await expect.poll(() => mails.received.length).toBe(2)
      const recipients = mails.received.flatMap((mail) => mail.recipients)
      expect(recipients).toContain('owner@real.example')
      expect(recipients.filter((address) => address !== 'owner@real.example')).toHaveLength(1)
      expect(await ownerCommand(shop, 'orders', 'list')).toContain('3,260円')
    })

    await test.step('S8: an event that the provider did not sign changes nothing', async () => {
      const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed' })
      const forged = await post(shop, event, { 'stripe-signature': 't=1,v1=00' }, '/api/stripe/webhook')
      expect(forged.status).toBe(400)
    })

    await test.step('S23: the log names no token, however its address is spelt, and when its page fails', async () => {
      expect(await statusOf(`/order/${token}`)).toBe(200)
      const spellings = [
        `/order/${token}`,
        `/order/${token}.data`,
        `/api/orders/${token}`,
        `/order/${token}/`,
        `//order/${token}`,
        `/order//${token}`,
        `/ORDER/${token}`,
        `/%6Frder/${token}`,
        `/order/${token};a`,
        `/x/../order/${token}`,
      ]
      for (const path of spellings) await statusOf(path)
      changeData(shop.dataDir, 'alter table orders rename to orders_away')
      for (const path of spellings) await statusOf(path)
      changeData(shop.dataDir, 'alter table orders_away rename to orders')
      await statusOf('/last-of-this-step')
      await expect.poll(() => shop.output()).toContain('/last-of-this-step')
      const lines = shop.output().split('\n')
      expect(lines.filter((line) => line.includes(token))).toEqual([])
      expect(lines.filter((line) => line.includes('no such table'))).not.toEqual([])
    })

    await test.step('S16: bodies above the limit are refused, declared or not', async () => {
      const megabyte = 'x'.repeat(1_048_577)
      expect((await post(shop, megabyte)).status).toBe(413)
      expect((await post(shop, megabyte, {}, '/api/stripe/webhook')).status).toBe(413)
      expect((await post(shop, megabyte.slice(0, 262_145), {}, '/gallery/login')).status).toBe(413)
      expect((await post(shop, megabyte.slice(0, 262_144), {}, '/gallery/login')).status).not.toBe(413)
    })

    await test.step('S17: who calls is the connection, unless TRUSTED_PROXY names a header', async () => {
      const many = 120
      expect(await refusedOf(shop, 'x-forwarded-for', many)).toBeGreaterThan(0)
      const behindProxy = await open({ TRUSTED_PROXY: 'X-Real-IP' })
      expect(await refusedOf(behindProxy, 'x-real-ip', many)).toBe(0)
      expect(await refusedOf(behindProxy, 'x-forwarded-for', many)).toBeGreaterThan(0)
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
})

test('buyers who wait for a provider that is silent hold up nobody', long, async () => {
  const kitsFile = test.info().outputPath('kits.csv')
  await writeFile(kitsFile, kitsCsv)
  const settings = { ...settingsOf({ url: 'smtp://127.0.0.1:9' }), PROVIDER_HANGS: '1' }
  const shop = await startShop(settings, realShopSettings, 'tests/support/run-real-shop.js')
  try {
    await ownerCommand(shop, 'content', 'load', 'kits', kitsFile)
    const cart = cartOfOneKit(shop)
    // More than the limit of renders, each from its own browser; an order is written before the provider is called.
    const waiting = Array.from({ length: 12 }, (_, browser) =>
      post(shop, cart.replace('browser-of-the-real-shop', `browser-number-${browser}-of-the-shop`)),
    )
    await expect.poll(() => readData(shop.dataDir, 'select id from orders').length).toBe(12)
    expect((await rawRequest(shop.listens, { path: '/success' })).status).toBe(200)
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(502)
  } finally {
    await shop.remove()
  }
})

test.describe('the start of a real shop is refused, and what is missing is named', () => {
  const complete: ShopEnvironment = {
    ...settingsOf({ url: 'smtp://127.0.0.1:9' }),
    PORT: '0',
    SITE_ORIGIN: 'https://real.example',
    STRIPE_SECRET_KEY: 'sk_live_x',
  }

  /** Each is one way to a refusal; what each setting must be is proved at `problemsOfRealShop`. */
  const isTold = new Set(['no address', 'the sample’s seller', 'a demo with a key'])

  for (const [what, change, said] of [
    ['no address', { SITE_ORIGIN: '' }, 'SITE_ORIGIN：書かれていません'],
    ['an address without https', { SITE_ORIGIN: 'http://real.example' }, 'SITE_ORIGIN：https:// で始まる'],
    ['no key', { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY：書かれていません'],
    ['a test key in public', { STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY：試験用の鍵'],
    ['the publishable key', { STRIPE_SECRET_KEY: 'pk_live_x' }, 'STRIPE_SECRET_KEY：公開してよい鍵'],
    ['no signing secret', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET：書かれていません'],
    ['another secret', { STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET：通知の署名の鍵ではありません'],
    ['no mail server', { SMTP_URL: '' }, 'SMTP_URL：書かれていません'],
    ['no sender', { MAIL_FROM: '' }, 'MAIL_FROM：書かれていません'],
    ['no owner', { OWNER_EMAIL: '' }, 'OWNER_EMAIL：書かれていません'],
    [
      'a feed without https',
      { PRODUCT_FEED_URL: 'http://feed.example/' },
      'PRODUCT_FEED_URL：https:// で始まる',
    ],
    ['the sample’s seller', { SHOP_SETTINGS: '' }, 'seller.legalName'],
    ['a demo with a key', { DEMO: '1' }, '決済の設定があります'],
  ] as const)
    test(what, isTold.has(what) ? {} : long, async () => {
      const file = test.info().outputPath('shop.json')
      await writeFile(file, JSON.stringify(realShopSettings))
      const env = {
        PATH,
        HOME,
        NODE_COMPILE_CACHE: compiledFolder,
        ...complete,
        SHOP_SETTINGS: file,
        DATA_DIR: test.info().outputPath('data'),
        ...change,
      }
      const refused = spawn(pinnedNode(), ['scripts/serve.js'], { cwd: root, env, stdio: 'pipe' })
      const [stderr, stdout] = await Promise.all([text(refused.stderr), text(refused.stdout)])
      expect(stderr, stdout).toContain(said)
      expect(stdout).not.toContain('shop is open')
      expect(refused.exitCode ?? (await once(refused, 'exit'))[0]).toBe(1)
    })

  test('M14: a key that the provider refuses', async () => {
    const dataDir = test.info().outputPath('data')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'shop.settings.json'), JSON.stringify(realShopSettings))
    const settings = settingsOf({ url: 'smtp://127.0.0.1:9' })
    const env = { PATH, HOME, ...settings, DATA_DIR: dataDir, PORT: '0', KEY_OF_PROVIDER: 'sk_test_another' }
    const refused = spawn(pinnedNode(), ['tests/support/run-real-shop.js'], { cwd: root, env, stdio: 'pipe' })
    const [stderr, stdout] = await Promise.all([text(refused.stderr), text(refused.stdout)])
    expect(stderr, stdout).toContain('STRIPE_SECRET_KEY：決済会社が、この鍵を受けつけません')
    expect(stdout).not.toContain('shop is open')
  })
})
