import { expect, test } from 'vitest'
import { renderMail } from '~/server/mail/template.ts'
import { accountMail, mailTo } from './mails.rules.ts'

const mailOf = (name: string) => {
  const shop = { settings: { name: '布の店' }, siteOrigin: 'https://shop.example' }
  const words = { kind: 'welcome', subject: '件名', opening: ['本文'], link: null, closing: [] } as const
  const mail = accountMail(mailTo(shop, { name, email: 'hana@mail.example' }, 'key'), words)
  return renderMail(mail.subject, mail, { demo: false, shopName: '布の店', siteOrigin: shop.siteOrigin })
}

test.each([
  ['https://evil.example/x', 'https   evil example x 様'],
  ['evil@evil.example', 'evil evil example 様'],
  ['はなこ\r\n\r\n本日中にお電話ください', 'はなこ 本日中にお電話ください 様'],
  ['://', 'ユーザー 様'],
  ['', 'ユーザー 様'],
  ['\u3164', 'ユーザー 様'],
])('A16: the name %j makes no link and no line of its own in a mail: %s', (name, greeting) => {
  const { subject, text, html } = mailOf(name)
  expect(text.split('\n')).toContain(greeting)
  expect(`${text}${html}`).not.toContain('evil.example')
  expect(subject).toBe('【布の店】件名')
})

test('markup in a name is text in the HTML of a mail', () => {
  const { html } = mailOf('<img src=x onerror=alert(1)>')
  expect(html).toContain('&lt;img')
  expect(html).not.toContain('<img src=x')
})
