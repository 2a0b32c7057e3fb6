import { once } from 'node:events'
import { createServer, IncomingMessage, METHODS, request } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientAddressOf, refusalOf, writeOrigins } from './request-checks.ts'

const local = 'http://localhost:3000'
const everywhere = { demo: true, listensOn: '0.0.0.0' }
const takes = (
  at: { readonly demo: boolean; readonly listensOn: string },
  host: string | undefined,
  origin = `http://${host}`,
) => writeOrigins(local, at)(host).includes(origin)

test('a demo takes localhost and 127.0.0.1 as the same, a real shop its own address only', () => {
  const here = { demo: true, listensOn: '127.0.0.1' }
  expect(writeOrigins(local, here)(undefined)).toEqual([local, 'http://127.0.0.1:3000'])
  expect(writeOrigins(local, { ...here, demo: false })(undefined)).toEqual([local])
  expect(writeOrigins('https://shop.example', here)(undefined)).toEqual(['https://shop.example'])
})

test.each(['192.168.1.5:3000', '10.0.0.7:3000', 'living-room:3000', 'Nuno.local:3000', '[fd00::1]:3000'])(
  'S4: a demo that listens beyond this machine takes writes from %s, where a phone has opened it',
  (host) => {
    expect(takes(everywhere, host, `http://${host.toLowerCase()}`)).toBe(true)
  },
)

test.each([
  ['a name of the world, which may be bent to this machine', 'evil.example:3000'],
  ['an address of the world', '8.8.8.8:3000'],
  ['a name before the address', 'evil@192.168.1.5:3000'],
  ['a path behind the address', '192.168.1.5:3000/evil.example'],
  ['no host', ''],
  ['none at all', undefined],
])('S4: not from %s', (_what, host) => {
  expect(writeOrigins(local, everywhere)(host)).toEqual([local, 'http://127.0.0.1:3000'])
})

test('S4: another origin than the one it was opened at is refused', () => {
  expect(takes(everywhere, '192.168.1.5:3000', 'http://192.168.1.6:3000')).toBe(false)
  expect(takes(everywhere, '192.168.1.5:3000', 'https://192.168.1.5:3000')).toBe(false)
})

test.each([
  ['a real shop', { demo: false, listensOn: '0.0.0.0' }],
  ['a demo on this machine alone', { demo: true, listensOn: '127.0.0.1' }],
  ['a demo on localhost alone', { demo: true, listensOn: 'localhost' }],
  ['a demo on ::1 alone', { demo: true, listensOn: '::1' }],
])('S4: %s never trusts a Host header', (_what, at) => {
  expect(takes(at, '192.168.1.5:3000')).toBe(false)
})

const seenAs = async (trusted: string | undefined, headers: Record<string, string | string[]>) => {
  const server = createServer((asked, response) => response.end(clientAddressOf(asked, trusted)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const call = request({ host: '127.0.0.1', port, headers })
  call.end()
  const [response] = await once(call, 'response')
  let text = ''
  for await (const part of response) text += part
  return text
}

test.each<[string, string | undefined, Record<string, string | string[]>, string]>([
  ['no header is trusted unless it is named', undefined, { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
  ['the named one carries the address', 'x-real-ip', { 'x-real-ip': '203.0.113.9' }, '203.0.113.9'],
  ['IPv6, too', 'x-real-ip', { 'x-real-ip': '2001:db8::7' }, '2001:db8::7'],
  [
    'of a list, what our proxy wrote counts',
    'x-forwarded-for',
    { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 203.0.113.9' },
    '203.0.113.9',
  ],
  [
    'also when the client sent a header of its own before',
    'x-forwarded-for',
    { 'x-forwarded-for': ['1.1.1.1', '203.0.113.9'] },
    '203.0.113.9',
  ],
  ['another header is not looked at', 'x-real-ip', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
  ['what is no address is not believed', 'x-real-ip', { 'x-real-ip': 'evil' }, '127.0.0.1'],
])('ASVS 15.3.4, S17: %s', async (_name, trusted, headers, address) => {
  expect(await seenAs(trusted, headers)).toBe(address)
})

test('S4: of all methods GET and HEAD need no origin, POST needs one of ours, and no other is known', () => {
  const asked = (method: string, origin?: string) =>
    refusalOf(
      Object.assign(new IncomingMessage(new Socket()), {
        method,
        url: '/',
        headers: { host: 'localhost:3000', ...(origin !== undefined && { origin }) },
      }),
      '/',
      { addressOf: () => ({ writes: 'same origin' }), writeOrigins: () => [local] },
    )?.status
  const passing = (origin?: string) => METHODS.filter((method) => asked(method, origin) === undefined)
  expect(passing()).toEqual(['GET', 'HEAD'])
  expect(passing('https://evil.example')).toEqual(['GET', 'HEAD'])
  expect(passing(local)).toEqual(['GET', 'HEAD', 'POST'])
  expect(METHODS.filter((method) => asked(method) === 403)).toEqual(['POST'])
  expect(METHODS.filter((method) => asked(method, local) === 405)).toHaveLength(METHODS.length - 3)
})
