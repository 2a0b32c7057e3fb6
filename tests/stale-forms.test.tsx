import { expect, test } from 'vitest'
import { acts } from '~/brought-by-features.server.ts'
import { saveNumbers } from '~/features/orders/parcel/commands.server.ts'
import { unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { closeShop } from '~/features/products/closing.commands.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { putLinks, putNews } from '~/features/shop/news-and-collaborations/commands.server.ts'
import * as listEntry from '~/routes/desk/list-entry.tsx'
import * as messageTemplates from '~/routes/desk/message-templates.tsx'
import * as orderAddress from '~/routes/desk/order-address.tsx'
import * as orderEmail from '~/routes/desk/order-email.tsx'
import * as product from '~/routes/desk/product.tsx'
import * as productStock from '~/routes/desk/product-stock.tsx'
import * as settingsPart from '~/routes/desk/settings-part.tsx'
import * as ship from '~/routes/desk/ship.tsx'
import * as shop from '~/routes/desk/shop.tsx'
import type { AppContext } from '~/server/app-context.ts'
import { contextForTests, onBothEngines } from './support/database-for-tests.ts'
import { deskPersonForTests } from './support/desk-person-for-tests.ts'
import { orderRowForTests } from './support/order-row.ts'
import { type FormOnPage, type PageModule, pageAsHtml, type Shown } from './support/page-as-html.tsx'
import { fabricForTests } from './support/sample-products.ts'
import { countForTests } from './support/stock-for-tests.ts'
import { addUpload } from './support/upload-for-tests.ts'

type Fields = Readonly<Record<string, string>>

/** A form with a version, and what two screens change in it. */
interface StaleForm {
  readonly act: string
  readonly page: PageModule
  readonly path: string
  readonly params: Fields
  /** Stands in this form alone of those on the page. */
  readonly mark: string
  readonly put: (ctx: AppContext) => Promise<void>
  /** By the other screen. */
  readonly theirs: Fields
  /** Of the same value, by this one. */
  readonly mine: Fields
  /** Of another value, by this one; missing in a form of one value. */
  readonly others?: Fields
  /** By the other screen, once more. */
  readonly again: Fields
  /** Says both values in words. */
  readonly said: readonly [typed: string, now: string]
}

const number = 'K7P4-9WXD'
const owner = { kind: 'owner' } as const
const address = {
  recipient: '山田 花子',
  postalCode: '154-0004',
  prefecture: '東京都',
  city: '世田谷区',
  line1: '太子堂4-5-6',
  line2: '',
}
const photo = (letter: string) => `${letter.repeat(32)}-9x9`
const urlOf = (letter: string) => `/Image/uploads/${photo(letter)}.jpg`

const putOrder = async ({ db }: AppContext) => {
  const row = orderRowForTests('order-1', {
    orderNumber: number,
    customerEmail: 'hanako@example.com',
    customerPhone: '+819012345678',
    shippingAddress: JSON.stringify(address),
    accessToken: 'a-token-that-nobody-guesses',
    paidAt: 1,
  })
  await db.insertInto('orders').values(row).execute()
}

const putProduct = async ({ db }: AppContext, parts: Partial<Parameters<typeof fabricForTests>[0]> = {}) => {
  const fabric = fabricForTests({ number: 'F-1', priceText: '590', ...parts })
  await db.transaction().execute((trx) => putProducts(trx, 1, [fabric]))
}

const orderAt = { params: { number }, put: putOrder }
const productAt = { path: '/admin/products/F-1', params: { number: 'F-1' } }

const shipAt = { page: ship, path: `/admin/orders/${number}/ship`, params: { number } }

const forms: StaleForm[] = [
  {
    ...orderAt,
    act: 'order.address',
    page: orderAddress,
    path: `/admin/orders/${number}/address`,
    mark: 'name="recipient"',
    theirs: { phone: '0312345678' },
    mine: { line1: '太子堂9' },
    again: { city: '港区' },
    said: ['番地：太子堂9', '電話：0312345678'],
  },
  {
    ...orderAt,
    act: 'order.email',
    page: orderEmail,
    path: `/admin/orders/${number}/email`,
    mark: 'name="email"',
    theirs: { email: 'theirs@example.com' },
    mine: { email: 'mine@example.com' },
    again: { email: 'again@example.com' },
    said: ['mine@example.com', 'theirs@example.com'],
  },
  {
    act: 'message-templates.save',
    page: messageTemplates,
    path: '/admin/message-templates',
    params: {},
    mark: 'name="template1"',
    put: () => Promise.resolve(),
    theirs: { template1: 'お待たせしています。' },
    mine: { template1: 'お問い合わせを、ありがとうございます。' },
    again: { template1: '明日お送りします。' },
    others: { template2: '色のちがう糸でよいですか。' },
    said: ['お問い合わせを、ありがとうございます。', 'お待たせしています。'],
  },
  {
    ...shipAt,
    act: 'order.parcel',
    mark: 'name="shippedOn"',
    put: async (ctx) => {
      await putOrder(ctx)
      const parcel = { carrier: 'yamato', tracking: '111122223332' }
      await ctx.db
        .updateTable('orders')
        .set({ shippedAt: Date.UTC(2026, 2, 20), ...parcel })
        .execute()
    },
    theirs: { carrier: 'sagawa' },
    mine: { tracking: '222233334444' },
    again: { tracking: '333344445556' },
    others: { shippedOn: '2026-03-19' },
    said: ['ヤマト 2222-3333-4444', '佐川 1111-2222-3332'],
  },
  {
    act: 'list.save',
    page: listEntry,
    path: '/admin/lists/news/a',
    params: { list: 'news', id: 'a' },
    mark: 'value="save"',
    put: async (ctx) => {
      const entry = { date: '2026年4月1日', title: '春の布', content: '一\n二', fromDay: '', toDay: '' }
      await putNews(ctx, { items: [{ id: 'a', ...entry }], replace: false })
    },
    theirs: { title: '夏の布' },
    mine: { title: '秋の布' },
    again: { title: '冬の布' },
    others: { content: '三\n四' },
    said: ['秋の布', '夏の布'],
  },
  {
    act: 'list.save',
    page: listEntry,
    path: '/admin/lists/collaborations/a',
    params: { list: 'collaborations', id: 'a' },
    mark: 'value="save"',
    put: async (ctx) => {
      const entry = { title: '型紙', price: '3,300円', imageUrl: '', applyUrl: '', influencerUrl: '' }
      await putLinks(ctx, { items: [{ id: 'a', ...entry }], replace: false })
    },
    theirs: { fromDay: '2026-04-02' },
    mine: { toDay: '2026-05-01' },
    again: { toDay: '2026-06-01' },
    others: { price: '3,500円' },
    said: ['最後の日：2026-05-01', '出しはじめる日：2026-04-02'],
  },
  {
    act: 'shop.holiday',
    page: shop,
    path: '/admin/shop',
    params: {},
    mark: 'value="holiday"',
    put: async (ctx) => {
      const plan = { from: '2026-04-10', to: '2026-04-12', message: '春'.repeat(195) }
      await planHoliday(ctx, owner, { requestId: 'plan', version: null, ...plan })
    },
    theirs: { to: '2026-04-13' },
    mine: { from: '2026-04-09' },
    again: { from: '2026-04-08' },
    others: { message: 'お休みします' },
    said: ['最初の日：2026-04-09', '最後の日：2026-04-13'],
  },
  {
    act: 'shop.close',
    page: shop,
    path: '/admin/shop',
    params: {},
    mark: 'value="close"',
    put: async (ctx) => {
      await closeShop(ctx, owner, { requestId: 'close', version: null, message: '棚卸し' })
    },
    theirs: { message: '引っ越し' },
    mine: { message: '出張' },
    again: { message: '改装' },
    said: ['出張', '引っ越し'],
  },
  {
    ...productAt,
    act: 'stock.low-at',
    page: productStock,
    path: `${productAt.path}/stock`,
    mark: 'value="low-at"',
    put: async (ctx) => {
      await putProduct(ctx)
      await countForTests(ctx, 'F-1', [7, 4])
    },
    theirs: { lowAt: '3' },
    mine: { lowAt: '5' },
    again: { lowAt: '6' },
    said: ['5', '3'],
  },
  {
    ...productAt,
    act: 'product.save',
    page: product,
    mark: 'value="save"',
    put: (ctx) => putProduct(ctx),
    theirs: { price: '640' },
    mine: { price: '600' },
    again: { price: '610' },
    others: { name: '別の名前', text: '一\n二' },
    said: ['600', '640'],
  },
  {
    ...productAt,
    act: 'feed.add',
    page: product,
    mark: 'value="add"',
    put: async (ctx) => {
      await putProduct(ctx, { source: 'feed' })
      await chooseFeed(ctx, 'https://feed.example/list')
      for (const letter of ['a', 'b']) await addUpload(ctx.db, { name: photo(letter), owner: 'shop' })
    },
    theirs: { 'picture-0': urlOf('a') },
    mine: { 'picture-0': urlOf('b') },
    again: { 'picture-0': urlOf('a'), 'picture-1': urlOf('b') },
    said: [photo('b'), photo('a')],
  },
]

const ofSettings = (part: string, name: string) => ({
  act: 'shop.settings',
  page: settingsPart,
  path: `/admin/settings/${part}`,
  params: { part },
  mark: `name="${name}"`,
  put: () => Promise.resolve(),
})

forms.push(
  {
    ...ofSettings('fees', 'fee1'),
    theirs: { fee1: '520' },
    mine: { fee1: '530' },
    again: { fee1: '540' },
    others: { cartFreeKits: '3' },
    said: ['530', '520'],
  },
  {
    ...ofSettings('seller', 'sellerPhone'),
    theirs: { sellerPhone: '03-1234-5678' },
    mine: { invoiceNumber: 'T1234567890123' },
    again: { sellerPhone: '03-9999-0000' },
    said: ['登録番号：T1234567890123', '電話番号：03-1234-5678'],
  },
  {
    ...ofSettings('terms', 'termsReturns'),
    theirs: { termsDeliveryDaysFrom: '1' },
    mine: { termsDeliveryDaysTo: '9' },
    again: { termsDeliveryDaysTo: '8' },
    others: { termsReturns: '一\n二' },
    said: ['（遅くて）：9', '（早くて）：1'],
  },
  {
    ...ofSettings('hours', 'hoursLines'),
    theirs: { opens1: '08:00' },
    mine: { opens1: '07:00' },
    again: { opens1: '06:00' },
    others: { cutOff: '12:00' },
    said: ['07:00', '08:00'],
  },
)

/** Shown anew: the page shows what is stored (N84). */
const anew = [
  'order.cancel',
  'order.exchange',
  'order.exchange-undo',
  'order.receipt',
  'order.refund',
  'order.refund-forgone',
  'order.return',
  'order.return-arrived',
  'order.return-not-arrived',
  'order.return-withdrawn',
  'order.settle',
  'order.transfer',
  'product.price',
  'stock.recount',
]

/** Buttons alone, or fields that show nothing that is stored: there is nothing to merge. A row of the list of the stock is left out and named (N90). */
const withoutStored = [
  'feed.now',
  'home-recipes.change',
  'list.move',
  'list.remove',
  'list.undo',
  'member.allow-commenting',
  'member.allow-posting',
  'member.lift',
  'member.stop-commenting',
  'member.stop-posting',
  'member.suspend',
  'order.mail-again',
  'order.mail-aside',
  'order.message',
  'order.note',
  'order.note-prices',
  'order.unship',
  'packing.other-bolt',
  'payment.refund',
  'price.accept',
  'price.keep',
  'product.give',
  'product.kit-order',
  'product.take',
  'report.hide',
  'report.keep',
  'report.stop-both',
  'report.stop-posting',
  'report.suspend',
  'report.undo',
  'shop.no-holiday',
  'shop.open',
  'stock.feed',
  'stock.receive',
  'stock.release',
  'stock.reorder',
  'stock.sold-out',
  'stock.uncount',
  'stock.undo-sold-out',
]

const staleActs = acts.filter(({ act: { refusals } }) => Object.hasOwn(refusals, 'stale'))

/** Tried by itself: the other screen is another page. */
const alone = ['order.ship']

test('N82, N84: every act whose form has a version is merged, shown anew, or has no stored field', () => {
  const names = [...new Set(forms.map(({ act }) => act)), ...alone, ...anew, ...withoutStored].sort()
  expect(staleActs.map(({ act }) => act.name).sort()).toEqual(names)
  const present = staleActs.flatMap(({ act }) => (act.present === undefined ? [] : [act.name]))
  expect(present.sort()).toEqual(names.filter((name) => !withoutStored.includes(name)))
})

/** Beside what the form shows: its id, its version and what is a command. */
const besides = ['requestId', 'version', 'drawn', 'act', 'mails', 'mail', 'place', 'seen', 'intent']

const shownBy = ({ fields }: FormOnPage): Fields =>
  Object.fromEntries(
    // Photographs have one empty place more than there are.
    fields.filter(([name, text]) => !besides.includes(name) && !(name.startsWith('picture-') && text === '')),
  )

const changed = ({ fields }: FormOnPage, changes: Fields): ReadonlyArray<readonly [string, string]> => [
  ...fields.filter(([name]) => !Object.hasOwn(changes, name)),
  ...Object.entries(changes),
]

onBothEngines('N82: a form that is out of date', (open) => {
  const start = async (of: StaleForm) => {
    // Whose sample has a seller that no real shop may have.
    const ctx = contextForTests((await open()).db, { demo: of.act === 'shop.settings' })
    const { newId } = ctx
    // Each act is at another time.
    Object.assign(ctx, {
      newId: () => {
        ctx.advance(1)
        return newId()
      },
    })
    await of.put(ctx)
    const page = pageAsHtml(ctx, deskPersonForTests(ctx), of.page, of)
    const formOf = (shown: Shown): FormOnPage => {
      if (!('forms' in shown)) throw new Error(JSON.stringify(shown))
      const [form, ...more] = shown.forms.filter(({ html }) => html.includes(of.mark))
      if (form === undefined || more.length > 0) throw new Error(`not one form has ${of.mark}`)
      return form
    }
    const opened = async () => formOf(await page.open())
    const press = async (fields: ReadonlyArray<readonly [string, string]>) => {
      const shown = await page.press(fields)
      // A preview, whose button saves.
      return 'status' in shown && shown.status === 200 ? page.press(formOf(shown).fields) : shown
    }
    const pressed = async (fields: ReadonlyArray<readonly [string, string]>, status: number) => {
      const shown = await press(fields)
      expect(shown, JSON.stringify(shown).slice(0, 2_000)).toMatchObject({ status })
      return formOf(shown)
    }
    const saved = async (fields: ReadonlyArray<readonly [string, string]>) =>
      expect(await press(fields)).toEqual({ to: expect.any(String) })
    const other = async (changes: Fields) => saved(changed(await opened(), changes))
    return { ctx, opened, pressed, saved, other }
  }

  test.each(forms)(
    '$act of $path: what was not touched is the present value, and the next press writes what is seen',
    async (of) => {
      const { opened, pressed, saved, other } = await start(of)
      const first = await opened()
      await other(of.theirs)
      const stored = shownBy(await opened())
      const merged = await pressed(changed(first, of.others ?? {}), 409)
      expect(shownBy(await opened()), 'a stale press writes nothing').toEqual(stored)
      expect(merged.choices).toEqual([])
      expect(merged.html).toContain('ここで変えていないものは、いまの値にしました。')
      expect(shownBy(merged)).toEqual({ ...stored, ...of.others })
      if (of.others === undefined) return
      await saved(merged.fields)
      expect(shownBy(await opened())).toEqual({ ...stored, ...of.others })
    },
  )

  test.each(forms)(
    '$act of $path: what both have changed is chosen, and nothing is written before',
    async (of) => {
      const { opened, pressed, saved, other } = await start(of)
      const first = await opened()
      await other(of.theirs)
      const stored = shownBy(await opened())
      const mine = { ...shownBy(first), ...of.mine }
      const asked = await pressed(changed(first, of.mine), 409)
      expect(asked.choices).toHaveLength(1)
      for (const said of of.said) expect(asked.html).toContain(said)
      for (const name of Object.keys(of.mine)) {
        const hidden = asked.html.slice(asked.html.indexOf('<div hidden="">'))
        expect(hidden, `${name} stands once`).toContain(`name="${name}"`)
        expect(asked.html.match(new RegExp(`name="${name}"`, 'g'))).toHaveLength(1)
      }
      expect(shownBy(asked)).toEqual(mine)
      const again = await pressed(asked.fields, 422)
      expect(again.choices).toEqual(asked.choices)
      expect(shownBy(await opened())).toEqual(stored)
      const [choice = ''] = again.choices
      await saved(changed(again, { [choice]: 'typed' }))
      expect(shownBy(await opened())).toEqual(mine)
    },
  )

  // Of the seller alone nothing is left to be changed by いまの値, which settings say.
  test.each(forms.filter(({ params }) => params.part !== 'seller'))(
    '$act of $path: いまの値 is what is stored, also when others are first once more',
    async (of) => {
      const { opened, pressed, other } = await start(of)
      const first = await opened()
      await other(of.theirs)
      const asked = await pressed(changed(first, { ...of.others, ...of.mine }), 409)
      const [choice = ''] = asked.choices
      await other(of.mine)
      const once = shownBy(await opened())
      const twice = await pressed(changed(asked, { [choice]: 'now' }), 409)
      expect(twice.choices).toEqual([])
      expect(shownBy(twice)).toEqual({ ...once, ...of.others })
      await other(of.again)
      const last = await pressed(twice.fields, 409)
      expect(last.choices).toEqual([])
      expect(shownBy(last)).toEqual({ ...shownBy(await opened()), ...of.others })
      expect(shownBy(last)).toMatchObject(of.again)
    },
  )

  test.each(forms)('N82.2: $act of $path: without marks nothing is overwritten unasked', async (of) => {
    const { opened, pressed, other } = await start(of)
    const first = await opened()
    await other(of.theirs)
    const asked = await pressed(
      first.fields.filter(([name]) => name !== 'drawn'),
      409,
    )
    expect(asked.choices).toHaveLength(1)
    expect(shownBy(asked)).toEqual(shownBy(first))
  })

  test('N83: the fabrics of a kit are one value, whichever of them were chosen', async () => {
    const { ctx, opened, pressed, saved } = await start({
      ...{ act: 'product.save', page: product, mark: 'value="save"', path: '/admin/products/K-1' },
      params: { number: 'K-1' },
      put: async (ctx) => {
        const fabrics = ['F-1', 'F-2', 'F-3'].map((number) => fabricForTests({ number }))
        const kit = { level: 'beginner', fabricSize: '50cm', fabricNumbers: 'F-1', createdAt: null } as const
        const bag = fabricForTests({ number: 'K-1', type: 'kit', priceText: '590', kit })
        await ctx.db.transaction().execute((trx) => putProducts(trx, 1, [...fabrics, bag]))
      },
      ...{ theirs: {}, mine: {}, again: {}, said: ['', ''] },
    })
    const chosenIn = ({ fields }: FormOnPage) =>
      fields.flatMap(([name, text]) => (name === 'fabricNumbers' && text !== '' ? [text] : []))
    const stored = async () =>
      (await ctx.db.selectFrom('kit').select('fabricNumbers').executeTakeFirst())?.fabricNumbers
    const first = await opened()
    expect(chosenIn(first)).toEqual(['F-1'])
    await saved([...(await opened()).fields, ['fabricNumbers', 'F-2']])
    const merged = await pressed(changed(first, { name: '別の名前' }), 409)
    expect(merged.choices).toEqual([])
    expect(chosenIn(merged)).toEqual(['F-1', 'F-2'])
    const asked = await pressed([...first.fields, ['fabricNumbers', 'F-3']], 409)
    expect(asked.choices).toEqual(['choice:fabricNumbers'])
    for (const said of ['F-1、F-3', 'F-1、F-2']) expect(asked.html).toContain(said)
    expect(chosenIn(asked)).toEqual(['F-1', 'F-3'])
    const searched = changed(first, { fabricNumbersSearch: 'F-3' })
    const both = await pressed(searched, 409)
    expect(both.choices).toEqual(['choice:fabricNumbers'])
    const now = await pressed(changed(both, { 'choice:fabricNumbers': 'now', name: '' }), 422)
    expect(new Map(now.fields).get('fabricNumbersSearch')).toBe('')
    expect(chosenIn(now)).toEqual(['F-1', 'F-2'])
    await saved(changed(asked, { 'choice:fabricNumbers': 'typed' }))
    expect(await stored()).toBe('F-1\nF-3')
  })

  test('N83: a number that another page has given to an order to ship is taken with its carrier, or chosen', async () => {
    const { ctx, opened, pressed, saved } = await start({
      ...{ ...shipAt, act: 'order.ship', mark: 'value="ship"', put: putOrder },
      ...{ theirs: {}, mine: {}, again: {}, said: ['', ''] },
    })
    const first = await opened()
    const version = Number(new Map(first.fields).get('version'))
    const parcels = [{ carrier: 'sagawa', tracking: '222233334444' }]
    const numbers = { orders: [{ number, version, parcels, ships: false }], isAsked: false }
    await saveNumbers(ctx, owner, { requestId: 'numbers', ...numbers })
    const merged = await pressed(first.fields, 409)
    expect(merged.choices).toEqual([])
    expect(shownBy(merged)).toMatchObject({ carrier: 'sagawa', tracking: '222233334444' })
    expect(Object.keys(shownBy(merged)).filter((name) => name.startsWith('tracking'))).toEqual(['tracking'])
    const asked = await pressed(changed(first, { carrier: 'yamato', tracking: '444455556661' }), 409)
    expect(asked.choices).toEqual(['choice:parcels'])
    expect(asked.html).toContain('ヤマト 4444-5555-6661')
    await pressed(asked.fields, 422)
    await saved(changed(asked, { 'choice:parcels': 'now' }))
    expect(await ctx.db.selectFrom('orders').select(['carrier', 'tracking']).execute()).toEqual(parcels)
  })

  test('N83: a correction of a shipping that was taken back meanwhile says so, keeps what was typed, and ships nothing', async () => {
    const { ctx, opened } = await start({
      ...{ ...shipAt, act: 'order.parcel', mark: 'name="shippedOn"' },
      put: async (ctx) => {
        await putOrder(ctx)
        const parcel = { carrier: 'yamato', tracking: '111122223332' }
        await ctx.db
          .updateTable('orders')
          .set({ shippedAt: Date.UTC(2026, 2, 20), ...parcel })
          .execute()
      },
      ...{ theirs: {}, mine: {}, again: {}, said: ['', ''] },
    })
    const first = await opened()
    const version = Number(new Map(first.fields).get('version'))
    const back = { number, version, note: '戻ってきました', mail: false }
    await unshipOrder(ctx, owner, { requestId: 'back', ...back })
    const page = pageAsHtml(ctx, deskPersonForTests(ctx), ship, shipAt)
    const shown = await page.press(changed(first, { tracking: '444455556661' }))
    if (!('forms' in shown)) throw new Error(JSON.stringify(shown))
    expect(shown.status).toBe(409)
    expect(shown.html).toContain(parcelRefusals['not-shipped'].text)
    const [form] = shown.forms.filter(({ html }) => html.includes('value="ship"'))
    expect(new Map(form?.fields).get('tracking')).toBe('444455556661')
    expect(form?.html).not.toContain('name="shippedOn"')
    const stored = await ctx.db.selectFrom('orders').select(['tracking', 'shippedAt', 'version']).execute()
    expect(stored).toEqual([{ tracking: '111122223332', shippedAt: null, version: version + 1 }])
    expect(Number(new Map(form?.fields).get('version'))).toBe(version + 1)
  })

  test('N84: a count is shown as it is now, with what was typed beside it', async () => {
    const put = async (ctx: AppContext) => {
      await putProduct(ctx)
      await countForTests(ctx, 'F-1', [7, 4])
    }
    const at = { ...productAt, path: `${productAt.path}/stock`, mark: 'value="recount"' }
    const { opened, pressed, saved, other } = await start({
      ...{ ...at, act: 'stock.recount', page: productStock, put },
      ...{ theirs: {}, mine: {}, again: {}, said: ['', ''] },
    })
    const first = await opened()
    expect(shownBy(first)).toEqual({ pieces: '7、4' })
    await other({ pieces: '6' })
    const shown = await pressed(changed(first, { pieces: '5' }), 409)
    expect(shown.html).toContain('いまは「6」、この画面では「5」')
    expect(shownBy(shown)).toEqual({ pieces: '6' })
    await saved(changed(shown, { pieces: '5' }))
    expect(shownBy(await opened())).toEqual({ pieces: '5' })
  })
})
