import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from './http-server.ts'

const host = '127.0.0.1'
/** Longer than a test may take: who closes only then has not closed. */
const graceMs = 60_000

/** Well below the time that a browser's connection is kept. */
const limitMs = 8_000

test(
  'stopping lets a running request end, and then holds no connection that its browser would keep',
  async () => {
    const server = await listen(host, 0)
    const arrived = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    server.handOver(async (_, response) => {
      response.write('first ')
      arrived.resolve()
      await mayEnd.promise
      response.end('last')
    })
    const agent = new Agent({ keepAlive: true })
    const answer = new Promise<IncomingMessage>((resolve) => get({ host, port: server.port, agent }, resolve))
    await arrived.promise
    const closed = server.close(graceMs)
    mayEnd.resolve()
    expect(await text(await answer)).toBe('first last')
    await closed
    agent.destroy()
  },
  limitMs,
)

test('after the grace what is left is cut', async () => {
  const server = await listen(host, 0)
  const arrived = Promise.withResolvers<void>()
  server.handOver(() => arrived.resolve())
  const answer = new Promise((_, reject) => get({ host, port: server.port }).once('error', reject))
  await arrived.promise
  await server.close(0)
  await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/)
})
