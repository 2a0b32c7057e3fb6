import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import type { NewMail } from '~/kernel/mail.ts'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { orderForTests, orderLineForTests } from '../../../tests/support/order-for-tests.ts'
import { renderMail } from '../../server/mail/template.ts'
import {
  confirmationMail,
  notShippedMail,
  paidCopyForOwner,
  returnArrivedMail,
  returnMail,
  shippedMail,
} from './mails.rules.ts'
import type { Order } from './types.ts'

const order = orderForTests()
const facts = {
  settings: shopSettings,
  siteOrigin: 'https://shop.example',
  ownerEmail: 'owner@shop.example',
}

const rendered = (mail: NewMail, demo = false) =>
  renderMail(mail.subject, mail, { demo, shopName: shopSettings.name, siteOrigin: facts.siteOrigin })

/** The visible text of an HTML mail, with one space wherever the layout separates words. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')

/** The words of a plain-text mail, without the characters that only draw its layout. */
const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => !/^[■=─]*$/.test(word))

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

describe('L5: the order mail', () => {
  const { seller, terms, hours } = shopSettings
  test.each<[string, string[]]>([
    ['that the order is accepted', ['ご注文を承りました']],
    ['the amount received', ['受領金額 3,000円']],
    ['the date received', ['2026/4/1 12:05']],
    ['goods and quantities with unit prices', ['麻の葉', '1,300円 × 2 = 2,600円']],
    ['C3: the plain name, and that the kit was free', ['キット（K-1）（布と一緒のご注文で無料）']],
    ['the time of delivery', [terms.delivery]],
    ['name, address and telephone of the seller', [seller.legalName, seller.address, seller.phone]],
    ['the order number', ['K7P4-9WXD']],
    ['shipping and total', ['送料 400円', '合計 3,000円']],
    ['S22: the tax inside', ['10%対象 3,000円', '内消費税 272円']],
    ['the way of payment', ['クレジットカード']],
    ['the delivery address', ['〒100-0001', '東京都千代田区千代田1-1', '山田 花子 様']],
    ['how to cancel and return', [terms.cancellation, terms.returns, terms.returnPostage, terms.refund]],
    ['contact and hours', [seller.email, ...hours.lines]],
    ['S23: the order link', ['https://shop.example/order/a-token-that-nobody-guesses']],
  ])('says %s, in text and HTML', (_what, parts) => {
    const { text, html } = rendered(confirmationMail(order, facts))
    for (const part of parts) {
      expect(text).toContain(part)
      for (const word of wordsIn(part)) expect(wordsOf(html)).toContain(word)
    }
  })

  test('P21: when it arrives stands beside the time of delivery, and not where nothing can be said', () => {
    const block = (arrival: string | null) =>
      confirmationMail(order, facts, arrival).blocks.find(({ heading }) => heading === 'お届けの時期')?.lines
    expect(block('4月4日(土)〜4月7日(火)ごろお届け')).toEqual([
      terms.delivery,
      '4月4日(土)〜4月7日(火)ごろお届け（目安です）',
    ])
    expect(block(null)).toEqual([terms.delivery])
  })

  test('S22: an invoice number is there only if the shop has one', () => {
    expect(rendered(confirmationMail(order, facts)).text).not.toContain('登録番号')
    const settings = { ...shopSettings, invoiceNumber: 'T1234567890123' }
    expect(rendered(confirmationMail(order, { ...facts, settings })).text).toContain(
      '登録番号 T1234567890123',
    )
  })

  test('S22: a mail after the payment names who sold then', () => {
    const issuer = {
      name: '前の名',
      legalName: '前の会社',
      postalCode: '999-9999',
      address: '前の住所',
      invoiceNumber: 'T1111111111111',
    }
    const settings = { ...shopSettings, invoiceNumber: 'T1234567890123' }
    const { text } = rendered(shippedMail({ ...order, issuer }, { ...facts, settings }))
    for (const part of ['前の名（前の会社）', '〒999-9999 前の住所', '登録番号 T1111111111111', seller.phone])
      expect(text).toContain(part)
    expect(text).not.toContain('T1234567890123')
    expect(text).not.toContain(seller.address)
  })

  test('S11: a demo stamps subject, text and HTML', () => {
    const { subject, text, html } = rendered(confirmationMail(order, facts), true)
    for (const part of [subject, text, html]) expect(part).toContain('練習')
    expect(rendered(confirmationMail(order, facts)).text).not.toContain('練習')
  })

  test('names are text in the HTML, whatever is in them', () => {
    expect(rendered(confirmationMail(order, facts)).html).toContain('山田 &lt;花子&gt;')
    const hostile = fc
      .array(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.constantFrom('<img src=x ', '<b', '>', '</p>', '"', "'", '&lt;'),
        ),
      )
      .map((parts) => parts.join(''))
    const tagsFor = (name: string) => {
      const lines = order.lines.map((line) => ({ ...line, name, number: name, description: `【${name}】` }))
      const address = { recipient: name, postalCode: name, prefecture: name, city: name, line1: name }
      const customer = { name, email: name, phone: name, address: { ...address, line2: `x${name}` } }
      const { html } = rendered(confirmationMail({ ...order, lines, customer }, facts))
      return html.match(/<[^>]*>/g)
    }
    const harmless = tagsFor('花子')
    fc.assert(
      fc.property(hostile, (name) => {
        expect(tagsFor(name)).toEqual(harmless)
      }),
    )
  })

  test('M15: every mail that names the delivery address joins its parts so that no figure becomes another', () => {
    const parts = { recipient: '花子', postalCode: '060-0001', prefecture: 'JP-01', line2: '405' }
    const address = { ...parts, city: '札幌市中央区北1条西1', line1: '2-3' }
    const sent = { ...order, customer: { ...order.customer, address } }
    const mails = [
      confirmationMail(sent, facts),
      paidCopyForOwner(sent, facts),
      shippedMail(sent, facts),
      notShippedMail(sent, facts, [1]),
    ]
    for (const mail of mails) expect(rendered(mail).text).toContain('北海道札幌市中央区北1条西1 2-3\n405\n')
  })

  test('an address that a shopper wrote becomes no link', () => {
    const bought = (line2: string): Order => {
      const address = { recipient: '花子', postalCode: '1', prefecture: '2', city: '3', line1: '4', line2 }
      return { ...order, customer: { ...order.customer, address } }
    }
    const links = (line2: string) => rendered(confirmationMail(bought(line2), facts)).html.match(/<a /g)
    expect(links('https://evil.example/')).toEqual(links('5'))
  })
})

describe('the one template', () => {
  const lines = [
    orderLineForTests({ picture: '/Image/demo/asanoha.svg' }),
    orderLineForTests({ number: 'F-2', picture: `/Image/uploads/${'a'.repeat(32)}-800x600.jpg` }),
    orderLineForTests({ number: 'F-3', picture: 'https://tracker.example/cloth.jpg' }),
  ]
  const { html, text } = rendered(confirmationMail({ ...order, lines }, facts))

  test('says in HTML all that it says as text', () => {
    const words = wordsOf(html)
    for (const word of wordsIn(text)) expect(words).toContain(word)
  })

  test('its pictures are small and from the shop alone', () => {
    const pictures = [...html.matchAll(/<img[^>]*src="([^"]*)" width="(\d+)" height="\d+" alt=""/g)]
    expect(pictures).toHaveLength((html.match(/<img/g) ?? []).length)
    expect(pictures.map(([, src, width]) => [src, Number(width) < 60])).toEqual([
      ['https://shop.example/icon-192.png', true],
      ['https://shop.example/Image/demo/asanoha.svg', true],
      [`https://shop.example/Image/uploads/${'a'.repeat(32)}-800x600-400.webp`, true],
    ])
    expect(html).not.toContain('tracker.example')
    expect(html).not.toMatch(/url\(|@import|<link|<script/)
  })

  test('fits a phone, has one button, and fits into what mail programs show', () => {
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(html).toContain('max-width:600px')
    expect(html.match(/class="button"/g)).toHaveLength(1)
    const many = Array.from({ length: 99 }, (_, at) =>
      orderLineForTests({ number: `F-${at}`, name: '花'.repeat(30), picture: '/Image/demo/asanoha.svg' }),
    )
    const longest = rendered(confirmationMail({ ...order, lines: many }, facts)).html
    // Common webmail truncates at 102 kB.
    expect(Buffer.byteLength(longest)).toBeLessThan(102_000)
  })
})

test('P27, P29: every mail about an order says which colour was bought, and what piece it is cut as', () => {
  const lines = [orderLineForTests({ description: '【藍】綿100％', quantity: 3 }), ...order.lines.slice(1)]
  const bought = { ...order, lines }
  const settings = { ...shopSettings, joined: 'lengthwise' } as const
  for (const mailOf of [confirmationMail, shippedMail, paidCopyForOwner]) {
    expect(rendered(mailOf(bought, facts)).text).toContain('麻の葉【藍】（F-1）')
    expect(rendered(mailOf(bought, facts)).text).toContain('3枚分をつなげたまま')
    expect(rendered(mailOf(bought, { ...facts, settings })).html).toContain(
      '3枚 = 50cm × 150cm の1枚でお届け',
    )
  }
})

test('P29, N18: no mail calls a piece longer than what is sent', () => {
  const bought = { ...order, lines: [orderLineForTests({ quantity: 3 })] }
  for (const mail of [
    confirmationMail(bought, facts, null, [1]),
    shippedMail(bought, facts, [1]),
    notShippedMail(bought, facts, [1]),
  ]) {
    const { text } = rendered(mail)
    expect(text).toContain('2枚分をつなげたまま')
    expect(text).toContain('■ ご返金したため、お送りしない商品\n麻の葉（F-1）× 1')
  }
  expect(rendered(confirmationMail(bought, facts)).text).not.toContain('お送りしない商品')
})

test('N19: what comes back goes to the address of today, not to that of the day of its payment', () => {
  const issuer = {
    name: '前の名',
    legalName: '前の会社',
    postalCode: '9',
    address: '前の住所',
    invoiceNumber: null,
  }
  const { text } = rendered(returnMail({ ...order, issuer }, 'r', [1], facts))
  const { postalCode, address } = shopSettings.seller
  expect(text).toContain(`■ お送り先\n〒${postalCode}\n${address}\n${shopSettings.name}\n`)
  expect(text).toContain('麻の葉（F-1）× 1')
})

test('S7: the owner reads what to pack, for whom, and what to do next', () => {
  const mail = paidCopyForOwner(order, facts)
  const { subject, text } = rendered(mail)
  expect(mail.recipient).toBe('owner@shop.example')
  expect(mail.holdsToken, 'the address is forgotten').toBe(true)
  expect(text).not.toContain(order.accessToken)
  expect(subject).toContain('3,000円')
  for (const part of [
    '麻の葉',
    '〒100-0001',
    'hanako@example.com',
    'https://shop.example/gallery/login?next=%2Fadmin%2Forders%2FK7P4-9WXD',
  ])
    expect(text).toContain(part)
})

test('the shipping mail starts the days of return', () => {
  const mail = shippedMail({ ...order, shippedAt: Date.UTC(2026, 3, 2, 15) }, facts)
  const { text } = rendered(mail)
  expect(text).toContain('注文番号 K7P4-9WXD\n発送日 2026/4/3\n')
  expect(mail.recipient).toBe('hanako@example.com')
  expect(text).toContain('発送しました')
  expect(text.split('到着後7日以内')).toHaveLength(2)
  // Shipped products cannot be cancelled.
  expect(text).not.toContain('取り消せます')
})

test('no mail tells the buyer a sentence of the terms twice', () => {
  for (const mail of [
    confirmationMail(order, facts),
    shippedMail(order, facts),
    returnMail(order, 'r', [1], facts),
    returnArrivedMail(order, 'r', facts),
  ]) {
    const { text } = rendered(mail)
    const { refund, returnPostage, returns } = shopSettings.terms
    for (const term of [refund, returnPostage, returns])
      expect(text.split(term).length, `${mail.kind}: ${term}`).toBeLessThanOrEqual(2)
    expect(text, 'how money comes back is named before it is told').toMatch(
      new RegExp(`返金の方法[：\\n]${refund}`),
    )
  }
})

test('S23: the mails to the buyer say that the link in them opens the order', () => {
  for (const mail of [confirmationMail(order, facts), shippedMail(order, facts)]) {
    expect(rendered(mail).text).toContain(order.accessToken)
    expect(mail.holdsToken).toBe(true)
  }
})

test('M19: the mails of payment and shipping lead to her receipt, unless the order is for practice', () => {
  const address = 'https://shop.example/order/a-token-that-nobody-guesses/receipt'
  const made = [confirmationMail, shippedMail] as const
  for (const mail of made) {
    const { text, html } = rendered(mail({ ...order, state: 'paid', practice: false }, facts))
    expect(text).toContain(`■ 領収書\n領収書の発行 宛名を入れて、次のページから発行できます\n${address}`)
    expect(html).toContain(`href="${address}"`)
    for (const other of [{ practice: true }, { state: 'needs_review' }, { paidAt: null }] as const)
      expect(
        rendered(mail({ ...order, state: 'paid', practice: false, ...other }, facts)).text,
      ).not.toContain('領収書')
  }
})

test('a telephone number is written as in Japan, not as the provider does', () => {
  expect(rendered(shippedMail(order, facts)).text).toContain('電話 0312345678')
})
