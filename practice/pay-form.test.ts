import { expect, test } from 'vitest'
import { openPage } from './pay-page-for-tests.ts'
import { order, startAll } from './shop-for-tests.ts'

test('what cannot be taken is said beside its field, with everything typed still there', async () => {
  const all = await startAll()
  const { press, id } = await openPage(all)
  const response = await press({
    email: 'hanako',
    name: ' ',
    phone: '123',
    postalCode: '12',
    state: '東京',
    city: '',
    line1: 'あ'.repeat(201),
    line2: 'ビル 3F',
  })
  const page = await response.text()
  expect(response.status).toBe(422)
  for (const text of [
    '7か所の入力をお確かめください。',
    'メールアドレスの形をお確かめください',
    'お名前を入力してください。',
    '電話番号は、0から始まる10桁か11桁',
    '郵便番号は7桁の数字',
    '都道府県を選んでください。',
    '市区町村を入力してください。',
    '200文字以内で入力してください。',
    'value="123"',
    'value="ビル 3F"',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toMatch(/id="email"[^>]*aria-invalid="true" aria-describedby="email-problem" autofocus/)
  expect((await all.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect(all.webhook.posts).toHaveLength(0)
})

test('numbers may be typed full-width, with any hyphens or with +81', async () => {
  const all = await startAll()
  for (const [phone, postalCode] of [
    ['０９０ー１２３４ー５６７８', '〒１００－０００１'],
    ['+81 90-1234-5678', '1000001'],
    ['(090)1234‐5678', '100 0001'],
  ]) {
    const { press, id } = await openPage(all)
    expect((await press({ phone: phone ?? '', postalCode: postalCode ?? '' })).status).toBe(303)
    expect(await all.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_details: { phone: '+819012345678' },
      collected_information: { shipping_details: { address: { postal_code: '100-0001' } } },
    })
  }
})

test('only what the shop wants is asked for, and its e-mail address cannot be changed', async () => {
  const all = await startAll()
  const { shipping_address_collection: _, phone_number_collection: __, ...bare } = order()
  const session = await all.stripe.checkout.sessions.create({ ...bare, customer_email: 'taro@example.com' })
  const url = session.url ?? ''
  const page = await (await fetch(url)).text()
  expect(page).not.toContain('郵便番号')
  expect(page).not.toContain('電話番号')
  expect(page).toMatch(/value="taro@example.com"[^>]* readonly/)
  const body = new URLSearchParams({ press: 'pay', name: '太郎', email: 'else@example.com' })
  await fetch(url, { method: 'POST', redirect: 'manual', body })
  expect((await all.stripe.checkout.sessions.retrieve(session.id)).customer_details).toMatchObject({
    email: 'taro@example.com',
    name: '太郎',
    address: null,
  })
})
