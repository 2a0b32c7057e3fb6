import { describe, expect, test } from 'vitest'
import { clientAt, isLoopback, isPublicHost, publicImageUrl } from './public-address.ts'

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
    '[::ffff:8.8.8.8]',
    'localhost.example.com',
  ])('%s', (host) => {
    expect(isPublic(host)).toBe(true)
  })
})

describe('ASVS 1.3.6, S20, P3: hosts that only we can reach', () => {
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
    '[4000::1]',
    '[fec0::1]',
    '[::ffff:10.1.2.3]',
    '[3fff::1]',
    '192.88.99.1',
    '198.19.0.1',
  ])('%s', (host) => {
    expect(isPublic(host)).toBe(false)
  })
})

test.each([
  ['8.8.8.8', true],
  ['::ffff:8.8.8.8', true],
  ['::ffff:0a01:0203', false],
  ['10.1.2.3', false],
  ['fe80::1%eth0', false],
  ['fe80::1%en-0.1', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::ffff:1.2.3', false],
  ['[1.2.3.x', false],
])('P3: what a name resolved to, %s, is public: %s', (address, isPublicOne) => {
  expect(isPublicHost(address)).toBe(isPublicOne)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['127.example.com', false],
  ['localhost', false],
])('%s is this machine: %s', (address, isHere) => {
  expect(isLoopback(address)).toBe(isHere)
})

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113/24'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113/24'],
  ['2001:db8:7:1::1', '2001:db8:7:1', '2001:db8:7/48'],
  ['2001:0DB8:0007:0001:9:9:9:9', '2001:db8:7:1', '2001:db8:7/48'],
  ['2001:db8::9', '2001:db8:0:0', '2001:db8:0/48'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0/48'],
  ['unknown', 'unknown', 'unknown/24'],
])('S17: calls from %s count for %s and %s', (address, client, network) => {
  expect(clientAt(address)).toEqual({ client, network })
})

describe('S20: pictures for the payment page', () => {
  test.each([
    ['/Image/a.svg', 'https://nuno.example', 'https://nuno.example/Image/a.svg'],
    ['https://img.example.com/a.png', 'http://localhost:3000', 'https://img.example.com/a.png'],
    ['', 'https://nuno.example', undefined],
    ['https://127.0.0.1/a.png', 'https://nuno.example', undefined],
    ['http://nas.local/a.png', 'https://nuno.example', undefined],
    ['/Image/a.svg', 'http://localhost:3000', undefined],
    ['/Image/a.svg', 'http://127.0.0.1:3000', undefined],
    ['/Image/a.svg', 'https://192.168.0.2', undefined],
  ])('%j of a shop at %s is given as %s', (address, origin, given) => {
    expect(publicImageUrl(address, origin)).toBe(given)
  })
})
