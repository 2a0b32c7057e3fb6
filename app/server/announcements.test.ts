import { expect, test } from 'vitest'
import { announcementsOf } from './announcements.ts'

const real = {
  demo: false,
  siteOrigin: 'https://shop.example',
  localNetworkOrigin: undefined,
  webhookPath: '/hook',
  trustedProxyHeader: 'x-real-ip',
  mailServerIsSet: true,
}

test('a demo says where its mails are, a real shop where the provider reports to', () => {
  expect(announcementsOf({ ...real, demo: true }).join()).toContain('https://shop.example/mailbox')
  expect(announcementsOf(real)).toEqual(['決済の通知先（Webhook）：https://shop.example/hook'])
})

test('S17: behind a proxy that is not named, the owner is told that all shoppers share one limit', () => {
  const unnamed = { ...real, trustedProxyHeader: undefined }
  expect(announcementsOf(unnamed)[1]).toContain('TRUSTED_PROXY')
  expect(announcementsOf({ ...unnamed, siteOrigin: 'http://localhost:3000' })).toHaveLength(1)
})

test('S4: a demo that phones can reach says where, and what its mails need to open there', () => {
  const demo = { ...real, demo: true, siteOrigin: 'http://localhost:3000', mailServerIsSet: false }
  const localNetworkOrigin = 'http://192.168.1.5:3000'
  expect(announcementsOf(demo)).toHaveLength(1)
  expect(announcementsOf({ ...demo, localNetworkOrigin })[1]).toContain(`SITE_ORIGIN=${localNetworkOrigin} `)
  expect(announcementsOf({ ...demo, localNetworkOrigin, siteOrigin: localNetworkOrigin })).toHaveLength(1)
})

test('a demo with a mail server says that it sends nothing there', () => {
  expect(announcementsOf({ ...real, demo: true })[1]).toContain('SMTP_URL')
  expect(announcementsOf({ ...real, demo: true, mailServerIsSet: false })).toHaveLength(1)
})
