import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOf } from '~/server/audit.ts'
import { deskSettings, forgetDeskSettings, openLiveSettings } from '~/server/desk-settings.ts'
import { silentLog } from '~/server/log.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { saveSettings } from './commands.server.ts'
import { settingsCommand } from './owner.commands.server.ts'
import { partNow, type SettingPart, settingPart, settingsSubject } from './parts.rules.ts'
import { partView, previewSettings, settingsMark } from './queries.server.ts'
import { type TypedSettings, typedPart } from './typed.rules.ts'

const own = { settings: shopSettings, file: 'shop.settings.json', own: {} }

/** The settings that a process starting now would have. */
const atStart = async ({ db }: AppContext) => {
  const live = openLiveSettings(own, await deskSettings(db), { db, log: silentLog })
  if (!live.ok) throw new Error(live.error.join())
  return live.value
}

const changed = (part: SettingPart, change: TypedSettings): TypedSettings => ({
  ...typedPart(part, shopSettings),
  ...change,
})

/** Previews and then saves, as the page does. */
const setTo = async (
  ctx: AppContext,
  actor: DeskActor,
  part: SettingPart,
  typed: TypedSettings,
  requestId = ctx.newId(),
) => {
  const { mark: version } = await partView(ctx, part, '')
  const looked = await previewSettings(ctx, { part, typed })
  if (!looked.ok) return looked
  return saveSettings(ctx, actor, { requestId, part, typed, version, seen: looked.value.seen })
}

const higherFees = changed('fees', { below1: '5,000', fee1: '５００円' })

onBothEngines('N50: settings at the desk', (open) => {
  const start = async (parts: Partial<AppContext> = {}) => {
    const ctx = contextForTests((await open()).db, { demo: true, ...parts })
    return { ctx, owner: deskPersonForTests(ctx) }
  }

  test.each([
    ['longer than 弥生 reads', 'accountingAccountsSales', 'あいうえおかきくけこさしす'],
    ['longer in half-width signs', 'accountingAccountsFees', 'Payment fees of the shop.'],
    ['with a comma', 'accountingAccountsRefunds', '売上,高'],
    ['with a quotation mark', 'accountingFreeeSales', '課税"売上'],
    ['begun like a formula', 'accountingYayoiSales', '=売上'],
    ['begun like a comment of 弥生', 'accountingMoneyForwardFees', '#1'],
    ['longer than any program’s', 'accountingFreeeRefunds', 'あ'.repeat(41)],
    ['empty', 'accountingAccountsReceivable', ' '],
  ])('M35: a name of the books that is %s is refused under its field', async (_, name, text) => {
    const { ctx } = await start()
    const looked = await previewSettings(ctx, {
      part: 'accounting',
      typed: changed('accounting', { [name]: text }),
    })
    expect(looked).toEqual({ ok: false, error: { [name]: expect.stringMatching(/までで入れてください/) } })
  })

  test.each([
    ['accounting', 'accountingAccountsSales', 101, /^全角12文字（半角24文字）まで/],
    ['accounting', 'accountingYayoiFees', 101, /^40文字まで/],
    ['receipts', 'receiptsPurpose', 101, /^1文字から40文字/],
    ['seller', 'sellerLegalName', 101, /^100文字までにしてください。$/],
    ['terms', 'termsPayment', 401, /^400文字までにしてください。$/],
    ['fees', 'fee2', 11, /./],
  ] as const)(
    'N50: what is too long is told how long it may be (%s, %s)',
    async (part, name, length, said) => {
      const { ctx } = await start()
      const looked = await previewSettings(ctx, {
        part,
        typed: changed(part, { [name]: '9'.repeat(length) }),
      })
      expect(looked).toEqual({ ok: false, error: { [name]: expect.stringMatching(said) } })
    },
  )

  test('M35: names of the books are set, bear their blanks and full-width signs, and come back', async () => {
    const { ctx, owner } = await start()
    const typed = changed('accounting', {
      accountingFreeeFees: '課対仕入（控80）10%',
      accountingAccountsSales: 'あいうえおかきくけこさし',
      accountingFreeeWallet: 'Stripe',
    })
    expect(await setTo(ctx, owner, 'accounting', typed)).toEqual({ ok: true, value: null })
    const { accounting } = (await atStart(ctx)).current
    expect(accounting.freee).toMatchObject({ fees: '課対仕入（控80）10%', wallet: 'Stripe' })
    expect(accounting.moneyForward.sales).toBe('課税売上 10%')
    const { history } = await partView(ctx, 'accounting', '')
    const before = await partView(ctx, 'accounting', history[0]?.id ?? '')
    expect(before.typed).toMatchObject({ accountingAccountsSales: '売上高', accountingFreeeWallet: '' })
  })

  test('a fee goes over the file’s, is in the log, and the file’s can come back', async () => {
    const { ctx, owner } = await start()
    expect(await setTo(ctx, owner, 'fees', higherFees)).toEqual({ ok: true, value: null })
    const { current } = await atStart(ctx)
    expect(current.cart.shippingBands).toEqual([
      { below: 5_000, fee: 500 },
      { below: 24_200, fee: 900 },
    ])
    expect(current.terms).toEqual(shopSettings.terms)
    expect(await auditOf(ctx.db, 'settings:fees')).toMatchObject([
      {
        act: 'shop.settings',
        actorName: owner.name,
        before: { below1: '4400', fee1: '400' },
        after: { below1: '5000', fee1: '500' },
      },
    ])
    const view = await partView(ctx, 'fees', '')
    expect(view.sources).toEqual({ cartShippingBands: 'desk', cartFreeKits: 'sample' })
    const [past] = view.history
    expect(past).toMatchObject({
      who: owner.name,
      changes: [{ label: '小計（円未満） 1' }, { after: '500' }],
    })
    const former = await partView(ctx, 'fees', past?.id ?? '')
    expect(former.typed).toEqual(typedPart('fees', shopSettings))
    expect(former.mark).toBe(view.mark)
    expect(former.filled).toMatchObject([
      { label: '小計（円未満） 1', before: '5000', after: '4400' },
      { label: '送料（円） 1', before: '500', after: '400' },
    ])
    expect(view.filled).toEqual([])
    expect((await partView(ctx, 'fees', 'file')).typed).toEqual(former.typed)
    await setTo(ctx, owner, 'fees', former.typed)
    expect((await deskSettings(ctx.db)).values).toEqual({})
    expect((await atStart(ctx)).current).toEqual(shopSettings)
  })

  test('parts are kept beside one another; what a later file says of the rest counts', async () => {
    const { ctx, owner } = await start()
    await setTo(ctx, owner, 'fees', higherFees)
    await setTo(ctx, owner, 'seller', changed('seller', { invoiceNumber: 'Ｔ1234567890123' }))
    await setTo(
      ctx,
      owner,
      'terms',
      changed('terms', { termsReturns: '14日以内に承ります。', termsReturnDays: '14' }),
    )
    expect((await deskSettings(ctx.db)).values).toEqual({
      cart: { shippingBands: [{ below: 5_000, fee: 500 }, shopSettings.cart.shippingBands[1]] },
      invoiceNumber: 'T1234567890123',
      terms: { returns: '14日以内に承ります。', returnDays: 14 },
    })
    await setTo(ctx, owner, 'seller', changed('seller', { invoiceNumber: '' }))
    expect((await atStart(ctx)).current.invoiceNumber).toBeNull()
  })

  test('N83: seller and invoice number are one part, which has the changes of when they were two', async () => {
    const { ctx, owner } = await start()
    await setTo(ctx, owner, 'seller', changed('seller', { invoiceNumber: 'T1234567890123' }))
    ctx.advance(1)
    await setTo(ctx, owner, 'seller', changed('seller', { sellerFax: '03-9999-0000' }))
    await ctx.db
      .updateTable('audit')
      .set({ subject: 'settings:invoice' })
      .where('after', 'like', '%T1234567890123%')
      .execute()
    const { history } = await partView(ctx, 'seller', '')
    expect(history.map(({ changes }) => changes.map(({ label }) => label))).toEqual([
      ['FAX', '登録番号'],
      ['登録番号'],
    ])
    expect(await partView(ctx, 'seller', history[1]?.id ?? '')).toMatchObject({
      typed: { invoiceNumber: '', sellerFax: '03-9999-0000' },
    })
    expect(['invoice', 'seller', 'other'].map(settingsSubject.idText)).toEqual([
      '登録番号',
      '販売業者と登録番号',
      'other',
    ])
    expect((await partView(ctx, 'fees', '')).history).toEqual([])
    expect(['invoice', 'seller'].map(partNow)).toEqual(['seller', undefined])
  })

  test('a process that is open takes it when it hears of it, and by looking', async () => {
    const { ctx, owner } = await start()
    const [one, other] = [await atStart(ctx), await atStart(ctx)]
    one.listenTo(ctx.notices)
    await setTo(ctx, owner, 'fees', higherFees)
    await expect.poll(() => one.current.cart.shippingBands[0]?.fee).toBe(500)
    expect(other.current).toEqual(shopSettings)
    await other.job.run(AbortSignal.timeout(1_000))
    expect(other.current).toEqual(one.current)
    expect(other.job.everyMs).toBeLessThanOrEqual(10_000)
  })

  test('nothing is stored that was not seen, nor over what another screen has changed', async () => {
    const { ctx, owner } = await start()
    const { mark: version } = await partView(ctx, 'fees', '')
    const seen = settingsMark(typedPart('fees', shopSettings))
    const form = { requestId: 'a', part: 'fees', typed: higherFees, version } as const
    expect(await saveSettings(ctx, owner, { ...form, seen })).toEqual({
      ok: false,
      error: 'unseen',
    })
    await setTo(ctx, owner, 'fees', changed('fees', { fee1: '450' }))
    const looked = await previewSettings(ctx, form)
    if (!looked.ok) throw new Error()
    const stale = await saveSettings(ctx, owner, { ...form, seen: looked.value.seen })
    expect(stale).toEqual({ ok: false, error: 'stale' })
    expect((await atStart(ctx)).current.cart.shippingBands[0]).toEqual({ below: 4_400, fee: 450 })
  })

  test('N2: the same form sent twice is one change; under its id nothing else is', async () => {
    const { ctx, owner } = await start()
    const { mark: version } = await partView(ctx, 'fees', '')
    const looked = await previewSettings(ctx, { part: 'fees', typed: higherFees })
    if (!looked.ok) throw new Error()
    const form = {
      requestId: 'a',
      part: 'fees',
      typed: higherFees,
      version,
      seen: looked.value.seen,
    } as const
    expect(await saveSettings(ctx, owner, form)).toEqual({ ok: true, value: null })
    expect(await saveSettings(ctx, owner, form)).toEqual({ ok: true, value: null })
    expect(await auditOf(ctx.db, 'settings:fees')).toHaveLength(1)
    const other = await saveSettings(ctx, owner, { ...form, typed: changed('fees', { fee1: '1' }) })
    expect(other).toEqual({ ok: false, error: 'other-content' })
  })

  test('N3: fees, seller and invoice number ask again who she is, with what was typed and seen kept', async () => {
    const { ctx, owner } = await start()
    const late = { ...owner, confirmedAt: ctx.now() - 11 * 60_000 }
    const changes = {
      fees: higherFees,
      seller: changed('seller', { invoiceNumber: 'T1234567890123' }),
      terms: changed('terms', { termsReturns: '14日以内に承ります。' }),
      hours: changed('hours', { cutOff: '15:00' }),
    }
    for (const [name, typed] of Object.entries(changes)) {
      const part = settingPart(name) ?? 'fees'
      const asks = part !== 'terms' && part !== 'hours'
      const refused = { ok: false, error: 'confirm' }
      expect(await setTo(ctx, late, part, typed), part).toEqual(asks ? refused : { ok: true, value: null })
    }
  })

  test('are the owner’s alone', async () => {
    const { ctx } = await start()
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    const refused = { ok: false, error: 'not-found' }
    expect(await setTo(ctx, packer, 'fees', higherFees)).toEqual(refused)
    const form = { requestId: 'a', part: 'fees', typed: higherFees, version: '', seen: '' } as const
    expect(await saveSettings(ctx, packer, form)).toEqual(refused)
    expect(await saveSettings(ctx, packer, { ...form, typed: null })).toEqual(refused)
  })

  test('a real shop does not take the sample’s seller', async () => {
    const settings = { ...shopSettings, seller: { ...shopSettings.seller, phone: '03-1111-2222' } }
    const { ctx } = await start({ demo: false, fileSettings: { ...own, settings } })
    const looked = await previewSettings(ctx, {
      part: 'seller',
      typed: typedPart('seller', shopSettings),
    })
    expect(looked).toMatchObject({ error: { sellerPhone: expect.stringContaining('見本') } })
    const fee = await previewSettings(ctx, { part: 'fees', typed: higherFees })
    expect(fee.ok).toBe(true)
  })

  test('what no longer passes refuses the start with a sentence; the owner’s command takes it back', async () => {
    const { ctx, owner } = await start()
    await setTo(ctx, owner, 'fees', higherFees)
    const spoilt = { version: 9, values: { cart: { shippingBands: 'no' }, invoiceNumber: 'T1' } }
    const { db } = ctx
    await db
      .updateTable('shopState')
      .set({ value: JSON.stringify(spoilt) })
      .where('key', '=', 'settings')
      .execute()
    const live = openLiveSettings(own, await deskSettings(db), { db, log: silentLog })
    expect(live.ok ? [] : live.error).toEqual([
      'the settings of the desk: cart.shippingBands must be a list in square brackets.',
      'the settings of the desk: invoiceNumber must be T and 13 digits, or null.',
    ])
    const { settings } = settingsCommand.actions
    expect((await settings?.run(ctx, []))?.lines[0]).toBe('fees　送料とキット：送料')
    expect(await settings?.run(ctx, ['forget', 'nothing'])).toBeUndefined()
    expect((await settings?.run(ctx, ['forget', 'fees']))?.lines[0]).toContain('送料とキット')
    expect((await deskSettings(db)).values).toEqual({ invoiceNumber: 'T1' })
  })

  test('a process that is open goes on with what it has when the desk’s no longer pass', async () => {
    const { ctx, owner } = await start()
    await setTo(ctx, owner, 'fees', higherFees)
    const live = await atStart(ctx)
    const spoilt = JSON.stringify({ version: 9, values: { invoiceNumber: 'T1' } })
    await ctx.db.updateTable('shopState').set({ value: spoilt }).where('key', '=', 'settings').execute()
    await live.job.run(AbortSignal.timeout(1_000))
    expect(live.current.cart.shippingBands[0]?.fee).toBe(500)
  })

  test('a demo’s are gone with the demo', async () => {
    const { ctx, owner } = await start()
    await setTo(ctx, owner, 'fees', higherFees)
    await forgetDeskSettings(ctx)
    expect((await atStart(ctx)).current).toEqual(shopSettings)
  })
})

onBothEngines('N50: a form of settings that is refused', (open) => {
  const refusalOf = async (part: SettingPart, typed: TypedSettings) => {
    const ctx = contextForTests((await open()).db, { demo: true })
    const looked = await previewSettings(ctx, { part, typed: changed(part, typed) })
    return looked.ok ? null : looked.error
  }

  test.each<[string, SettingPart, TypedSettings, string]>([
    ['a fee in words', 'fees', { fee2: 'たくさん' }, 'fee2'],
    ['a sum below the one before it', 'fees', { below2: '4400' }, 'below2'],
    ['half a row', 'fees', { below4: '30000' }, 'fee4'],
    ['no number of kits', 'fees', { cartFreeKits: '' }, 'cartFreeKits'],
    ['an empty text', 'terms', { termsReturns: ' ' }, 'termsReturns'],
    ['a text with a brace', 'terms', { termsReturns: '{days}日' }, 'termsReturns'],
    ['a text that is too long', 'terms', { termsReturns: 'あ'.repeat(401) }, 'termsReturns'],
    ['days the wrong way round', 'terms', { termsDeliveryDaysFrom: '9' }, 'termsDeliveryDaysTo'],
    ['no hours', 'hours', { hoursLines: '\n' }, 'hoursLines'],
    ['hours without a day', 'hours', { opens3: '9:00', closes3: '10:00' }, 'days3'],
    ['hours that end first', 'hours', { closes2: '8:00' }, 'closes2'],
    ['a closed day that is none', 'hours', { closedDays: '2026-02-30' }, 'closedDays'],
    ['a cut-off that is none', 'hours', { cutOff: '25:00' }, 'cutOff'],
    ['a telephone number in words', 'seller', { sellerPhone: 'なし' }, 'sellerPhone'],
    ['an address for mail that is none', 'seller', { sellerEmail: 'shop' }, 'sellerEmail'],
    ['a number with 12 digits', 'seller', { invoiceNumber: 'T123456789012' }, 'invoiceNumber'],
    ['a code of nine digits', 'parcels', { parcelsYamatoCustomer: '031234567' }, 'parcelsYamatoCustomer'],
    ['contents of 16 signs', 'parcels', { parcelsContents: '布'.repeat(16) }, 'parcelsContents'],
  ])('%s is told beside its field', async (_, part, typed, name) => {
    expect(Object.keys((await refusalOf(part, typed)) ?? {})).toEqual([name])
  })

  test('nothing that changes is said', async () => {
    expect(await refusalOf('fees', {})).toBe('unchanged')
    expect(await refusalOf('fees', { below1: ' 4,400円 ' })).toBe('unchanged')
  })

  test('L2: texts that the payment page would cut are refused together', async () => {
    const long = 'あ'.repeat(300)
    const typed = { termsReturns: long, termsRefund: long, termsDefects: long, termsCancellation: long }
    expect(await refusalOf('terms', typed)).toBe('too-long-together')
  })
})

describe('N50: the preview', () => {
  test('tells fees by sums, and what the cart and the notice of the law will say', async () => {
    const { settingsPreview } = await import('./preview.rules.ts')
    const after = {
      ...shopSettings,
      cart: { ...shopSettings.cart, shippingBands: [] },
      terms: { ...shopSettings.terms, refund: '銀行振込でお返しします。' },
    }
    const fees = settingsPreview('fees', shopSettings, after)
    expect(fees.shipping).toContainEqual({ subtotal: '3,000円', before: '400円', after: '無料' })
    expect(fees.shipping.map(({ subtotal }) => subtotal)).not.toContain('30,000円')
    expect(fees.cart.map(({ heading }) => heading)).toEqual(['販売価格（税込）', 'キャンセル・返品'])
    expect(fees.legal.map(({ heading }) => heading)).toEqual([
      '商品代金以外の必要料金',
      '返品・交換・キャンセル',
    ])
  })

  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    [
      'days of return of which the sentence still says the former',
      { returnDays: 10 },
      ['10 商品の到着後7日以内'],
    ],
    ['a sentence that goes with it', { returnDays: 10, returns: '到着後10日以内に承ります。' }, []],
    ['a sentence in other digits', { returnDays: 10, returns: '到着後１０日以内に承ります。' }, []],
    ['a sentence in kanji', { returnDays: 21, returns: '到着後二十一日以内に承ります。' }, []],
    ['weeks', { returnDays: 14, returns: '到着後二週間以内に承ります。' }, []],
    ['a sentence alone', { returns: '到着後14日以内に承ります。' }, ['7 到着後14日以内']],
    ['a sentence without days', { returns: '承りません。' }, ['7 承りません。']],
    [
      'another sentence of the former days',
      { returnDays: 10, returns: '到着後10日以内。', defects: '到着後7日以内にご連絡ください。' },
      ['10 到着後7日以内に'],
    ],
    [
      'another sentence with both',
      { returnDays: 10, returns: '到着後10日以内。', defects: '7日から10日いただきます。' },
      [],
    ],
    ['days of delivery', { deliveryDays: { from: 4, to: 5 } }, ['4 ご注文の確定後、3〜5営業日']],
    ['days of delivery that are said', { deliveryDays: { from: 4, to: 6 }, delivery: '４～６営業日。' }, []],
    ['what is not about days', { prices: '税込価格です。' }, []],
  ])('N80: %s', async (_, terms, expected) => {
    const { settingsPreview } = await import('./preview.rules.ts')
    const after = { ...shopSettings, terms: { ...shopSettings.terms, ...terms } }
    const told = settingsPreview('terms', shopSettings, after).otherDays
    expect(told.map(({ days, line }, at) => `${days} ${line}`.slice(0, expected[at]?.length))).toEqual(
      expected,
    )
  })

  test('N80: a disagreement that this change is not about is not told with it', async () => {
    const { settingsPreview } = await import('./preview.rules.ts')
    const before = { ...shopSettings, terms: { ...shopSettings.terms, returnDays: 10 } }
    const after = { ...before, terms: { ...before.terms, prices: '税込価格です。' } }
    expect(settingsPreview('terms', before, after).otherDays).toEqual([])
  })
})
