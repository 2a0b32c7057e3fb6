import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { clientAddressOf } from './client-address.ts'

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
