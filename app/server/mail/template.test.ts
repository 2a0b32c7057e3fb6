import { expect, test } from 'vitest'
import { mailFact, mailSum } from '~/kernel/mail.ts'
import { renderMail } from './template.ts'

const sign = '<b title="x">&'

test('L5: no part of a mail is read as HTML, whatever a shopper, a member or the owner wrote', () => {
  const goods = {
    kind: 'goods',
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
    blocks: [{ heading: sign, lines: [sign, goods, mailFact(sign, sign), mailSum(sign, sign)] }],
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
