import { describe, expect, test } from 'vitest'
import { isPublicHost } from './public-host.ts'

const isPublic = (host: string) => isPublicHost(new URL(`https://${host}/`).hostname)

describe('hosts that the world can reach', () => {
  test.each([
    'example.com',
    'shop.example.co.jp',
    '布.example',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '[2606:4700::1111]',
    'localhost.example.com',
  ])('%s', (host) => {
    expect(isPublic(host)).toBe(true)
  })
})

describe('S20, P3: hosts that only we can reach', () => {
  test.each([
    'localhost',
    'LOCALHOST',
    'shop.localhost',
    'localhost.',
    'printer',
    'nas.local',
    'db.internal',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[ff02::1]',
  ])('%s', (host) => {
    expect(isPublic(host)).toBe(false)
  })
})
