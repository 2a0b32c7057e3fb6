import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PracticeProvider, startPracticeProvider } from './practice-provider.ts'
import { createClient, line, order, refusalOf, usualOptions } from './shop-for-tests.ts'

type Line = Stripe.Checkout.SessionCreateParams.LineItem
const withPrice = (change: Record<string, unknown>): { line_items: Line[] } => {
  const good = line('NS-001', 550)
  return { line_items: [{ ...good, price_data: Object.assign({}, good.price_data, change) }] }
}
const withProduct = (change: Record<string, unknown>) =>
  withPrice({ product_data: { name: 'NS-001', ...change } })
const withLine = (change: Record<string, unknown>): { line_items: Line[] } => ({
  line_items: [Object.assign(line('NS-001', 550), change)],
})
const tomorrow = Math.floor(Date.now() / 1000) + 24 * 3600

describe('a bad request is refused with its parameter named, and makes nothing', () => {
  let provider: PracticeProvider
  beforeAll(async () => {
    provider = await startPracticeProvider(usualOptions)
  })
  afterAll(() => provider.close())

  const lines = Array.from({ length: 101 }, (_, at) => line(`NS-${at}`, 100))
  test.each<[string, object, string | undefined, string | undefined]>([
    [
      'the removed payment_method_types',
      { payment_method_types: ['card'] },
      'payment_method_types',
      'parameter_unknown',
    ],
    [
      'an unknown parameter deep inside',
      withPrice({ price: 1 }),
      'line_items[0][price_data][price]',
      'parameter_unknown',
    ],
    ['101 lines', { line_items: lines }, 'line_items', undefined],
    ['no lines', { line_items: [] }, 'line_items', 'parameter_missing'],
    [
      'a fraction of a yen',
      withPrice({ unit_amount: 330.5 }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'a price in words',
      withPrice({ unit_amount: 'abc' }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'a negative price',
      withPrice({ unit_amount: -1 }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'no price',
      withPrice({ unit_amount: undefined }),
      'line_items[0][price_data][unit_amount]',
      'parameter_missing',
    ],
    ['another currency', withPrice({ currency: 'usd' }), 'line_items[0][price_data][currency]', undefined],
    [
      'no currency',
      withPrice({ currency: undefined }),
      'line_items[0][price_data][currency]',
      'parameter_missing',
    ],
    [
      'no product',
      withPrice({ product_data: undefined }),
      'line_items[0][price_data][product_data]',
      'parameter_missing',
    ],
    [
      'a subscription price',
      withPrice({ recurring: { interval: 'month' } }),
      'line_items[0][price_data][recurring]',
      undefined,
    ],
    [
      'an empty name',
      withProduct({ name: '' }),
      'line_items[0][price_data][product_data][name]',
      'parameter_invalid_empty',
    ],
    [
      'an empty description',
      withProduct({ description: '' }),
      'line_items[0][price_data][product_data][description]',
      'parameter_invalid_empty',
    ],
    [
      'an over-long name',
      withProduct({ name: 'あ'.repeat(5001) }),
      'line_items[0][price_data][product_data][name]',
      undefined,
    ],
    [
      'an empty picture',
      withProduct({ images: [''] }),
      'line_items[0][price_data][product_data][images][0]',
      'parameter_invalid_empty',
    ],
    [
      'an inline picture',
      withProduct({ images: ['data:image/png;base64,AAAA'] }),
      'line_items[0][price_data][product_data][images][0]',
      'url_invalid',
    ],
    [
      'nine pictures',
      withProduct({ images: Array(9).fill('https://shop.test/a.png') }),
      'line_items[0][price_data][product_data][images]',
      undefined,
    ],
    ['quantity 0', withLine({ quantity: 0 }), 'line_items[0][quantity]', 'parameter_invalid_integer'],
    ['quantity 1.5', withLine({ quantity: 1.5 }), 'line_items[0][quantity]', 'parameter_invalid_integer'],
    ['no quantity', withLine({ quantity: undefined }), 'line_items[0][quantity]', 'parameter_missing'],
    [
      'an adjustable quantity',
      withLine({ adjustable_quantity: { enabled: true } }),
      'line_items[0][adjustable_quantity]',
      undefined,
    ],
    [
      'a price that does not exist',
      withLine({ price_data: undefined, price: 'price_1' }),
      'line_items[0][price]',
      'resource_missing',
    ],
    ['tax rates', withLine({ tax_rates: ['txr_1'] }), 'line_items[0][tax_rates]', undefined],
    ['metadata over its length', { metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined],
    [
      'metadata over its number',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) },
      'metadata',
      undefined,
    ],
    ['a metadata name over its length', { metadata: { ['k'.repeat(41)]: 'v' } }, 'metadata', undefined],
    ['empty metadata', { metadata: { note: '' } }, 'metadata[note]', 'parameter_invalid_empty'],
    ['an over-long reference', { client_reference_id: 'r'.repeat(201) }, 'client_reference_id', undefined],
    [
      'an over-long text',
      { custom_text: { submit: { message: 'う'.repeat(1201) } } },
      'custom_text[submit][message]',
      undefined,
    ],
    ['an unknown locale', { locale: 'jp' }, 'locale', undefined],
    ['the former name of the hosted page', { ui_mode: 'hosted' }, 'ui_mode', undefined],
    ['another mode', { mode: 'subscription' }, 'mode', undefined],
    ['another currency for all', { currency: 'usd' }, 'currency', undefined],
    [
      'a way of paying that is not switched on',
      { allowed_payment_method_types: ['klarna'] },
      'allowed_payment_method_types',
      undefined,
    ],
    [
      'a country that is none',
      { shipping_address_collection: { allowed_countries: ['JAPAN'] } },
      'shipping_address_collection[allowed_countries][0]',
      undefined,
    ],
    [
      'a flag in words',
      { phone_number_collection: { enabled: 'yes' } },
      'phone_number_collection[enabled]',
      undefined,
    ],
    ['no success address', { success_url: undefined }, 'success_url', 'parameter_missing'],
    ['a success address without origin', { success_url: '/success' }, 'success_url', 'url_invalid'],
    ['a cancel address that runs script', { cancel_url: 'javascript:alert(1)' }, 'cancel_url', 'url_invalid'],
    ['a life of 29 minutes', { expires_at: tomorrow - 24 * 3600 + 29 * 60 }, 'expires_at', undefined],
    ['a life of two days', { expires_at: tomorrow + 24 * 3600 }, 'expires_at', undefined],
    ['a wrong e-mail address', { customer_email: 'hanako' }, 'customer_email', 'email_invalid'],
    ['too little money', withPrice({ unit_amount: 49 }), undefined, 'amount_too_small'],
    ['too much money', withPrice({ unit_amount: 100_000_000 }), undefined, 'amount_too_large'],
    ['what the stand-in does not do', { discounts: [{ coupon: 'c' }] }, 'discounts', undefined],
    ['an expansion', { expand: ['line_items'] }, 'expand', undefined],
  ])('%s', async (_, change, param, code) => {
    const stripe = createClient(provider.port)
    const error = await refusalOf(stripe.checkout.sessions.create(Object.assign(order(), change)))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect({ status: error.statusCode, param: error.param, code: error.code }).toEqual({
      status: 400,
      param,
      code,
    })
    expect(provider.sessions()).toHaveLength(0)
    expect(provider.invalidRequests().at(-1)).toMatchObject({
      status: 400,
      problem: { message: error.message },
    })
  })

  test('an unknown parameter of a list is refused too', async () => {
    const stripe = createClient(provider.port)
    const call = stripe.checkout.sessions.list(Object.assign({ limit: 1 }, { sort: 'asc' }))
    expect((await refusalOf(call)).param).toBe('sort')
    expect((await refusalOf(stripe.checkout.sessions.list({ limit: 101 }))).param).toBe('limit')
  })
})
