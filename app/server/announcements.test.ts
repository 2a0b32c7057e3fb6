import { expect, test } from 'vitest'
import { announcementsOf } from './announcements.ts'
import { readEnv } from './env.ts'

const real = { demo: false, siteOrigin: 'https://shop.example' }
const demo = { demo: true, siteOrigin: 'http://localhost:3000' }

const announced = (given: Record<string, string>, shop: typeof real): string[] => {
  const env = readEnv(given)
  if (!env.ok) throw new Error(env.error.join())
  return announcementsOf(env.value, shop, 3000)
}

test('a demo says where its mails are, a real shop where the provider reports to', () => {
  expect(announced({}, demo).join()).toContain('http://localhost:3000/mailbox')
  expect(announced({ TRUSTED_PROXY: 'x-real-ip' }, real)).toEqual([
    '決済の通知先（Webhook）：https://shop.example/api/stripe/webhook',
  ])
})

test('S17: behind a proxy that is not named, the owner is told that all shoppers share one limit', () => {
  expect(announced({}, real)[1]).toContain('TRUSTED_PROXY')
  expect(announced({}, { ...real, siteOrigin: 'http://localhost:3000' })).toHaveLength(1)
})

test('S4: a demo that phones can reach says where, and what its mails need to open there', () => {
  const reachable = { HOST: '192.168.1.5' }
  const origin = 'http://192.168.1.5:3000'
  expect(announced({}, demo)).toHaveLength(1)
  expect(announced(reachable, demo)[1]).toContain(`SITE_ORIGIN=${origin} `)
  expect(announced(reachable, { ...demo, siteOrigin: origin })).toHaveLength(1)
})

test('a demo with a mail server says that it sends nothing there', () => {
  expect(announced({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example' }, demo)[1]).toContain(
    'SMTP_URL',
  )
})
