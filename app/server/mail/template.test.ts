import { expect, test } from 'vitest'
import { mailFact, mailSum } from '~/kernel/mail.ts'
import { renderMail } from './template.ts'

const sign = '<b title="x">&'

test('L5: no part of a mail is read as HTML, whatever a shopper, a member or the owner wrote', () => {
  const product = {
    kind: 'product',
    name: sign,
    units: sign,
    amount: sign,
    notes: [sign],
    picture: sign,
  } as const
  const words = {
    preview: sign,
    heading: sign,
    opening: [sign],
    link: { text: sign, href: sign },
    blocks: [{ heading: sign, lines: [sign, product, mailFact(sign, sign), mailSum(sign, sign)] }],
    closing: [sign],
  }
  const { html } = renderMail(sign, words, {
    shopName: sign,
    siteOrigin: 'https://shop.example',
    demo: false,
  })
  expect(html).not.toContain('<b ')
  expect(html).not.toContain('title="x"')
  expect(html.split('&lt;b title=&quot;x&quot;&gt;&amp;')).toHaveLength(23)
})

test('an address of the shop on a line to itself is a link; no other is, whatever it begins with', () => {
  const lines = [
    'https://shop.example/kits',
    'https://shop.example.evil.example/kits',
    'https://shop.example@evil.example/',
    'https://elsewhere.example/',
    'https://shop.example/ と書いた人',
    'ご覧ください https://shop.example/kits',
  ]
  const words = { preview: '', heading: '', link: null }
  const { html } = renderMail(
    '件名',
    { ...words, opening: lines, blocks: [{ heading: '', lines }], closing: lines },
    { shopName: '布の店', siteOrigin: 'https://shop.example', demo: false },
  )
  const hrefs = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
  expect(hrefs.toSorted()).toEqual(['https://shop.example/', ...Array(3).fill('https://shop.example/kits')])
})
