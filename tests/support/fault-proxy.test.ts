import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** Long enough to be cut, and to arrive in several chunks. */
const page = 'はじめ'.repeat(20_000)
let service: Server
let servicePort = 0
beforeAll(async () => {
  service = createServer((request, response) => {
    request.resume().on('end', () => response.end(page))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  servicePort = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => {
  service.close()
  service.closeAllConnections()
})

const start = () => startFaultProxy(onTestFinished, servicePort)
const get = async ({ port }: FaultProxy, limitMs = 20_000) => {
  const headers = { connection: 'close' }
  const signal = AbortSignal.timeout(limitMs)
  return (await fetch(`http://127.0.0.1:${port}/`, { headers, signal })).text()
}
/** The error code, even if the error was wrapped. */
const failureOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: Error) => {
      const { cause } = error
      const inner = cause instanceof Error ? cause : error
      const code: unknown = Reflect.get(inner, 'code')
      return typeof code === 'string' ? code : inner.name
    },
  )

describe('D47: the fault proxy', () => {
  test('lets everything through as it is, both ways', async () => {
    const proxy = await start()
    expect(await get(proxy)).toBe(page)
    expect(proxy.taken()).toBe(1)
  })

  test('cut: an answer ends after so many bytes', async () => {
    const proxy = await start()
    proxy.behave({ kind: 'cut', afterBytes: 5_000 })
    const socket = connect(proxy.port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    })
    let bytes = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    await once(socket, 'close')
    expect(bytes).toBe(5_000)
    expect(await failureOf(get(proxy))).not.toBe('none')
  })

  test('slow: a piece is held up, and bytes trickle until the fault is over', async () => {
    const proxy = await start()
    proxy.behave({ kind: 'slow', delayMs: 300 })
    const from = performance.now()
    expect(await get(proxy)).toBe(page)
    expect(performance.now() - from).toBeGreaterThan(500)

    proxy.behave({ kind: 'slow', bytesPerSecond: 20_000 })
    const asked = get(proxy)
    const first = await Promise.race([asked, pause(1_000, 'trickles')])
    expect(first).toBe('trickles')
    proxy.behave({ kind: 'pass' })
    expect(await asked).toBe(page)
  })

  test('black hole: taken and not answered; what was sent meanwhile goes on afterwards', async () => {
    const proxy = await start()
    proxy.behave({ kind: 'black hole' })
    expect(await failureOf(get(proxy, 500))).toBe('TimeoutError')
    const asked = get(proxy)
    const answered = await Promise.race([asked, pause(300, 'nothing')])
    expect([answered, proxy.taken() > 1]).toEqual(['nothing', true])
    proxy.behave({ kind: 'pass' })
    expect(await asked).toBe(page)
  })

  test('reset: open connections and new ones get RST, and pass heals it', async () => {
    const proxy = await start()
    const socket = connect(proxy.port, '127.0.0.1')
    await once(socket, 'connect')
    const failed = once(socket, 'error')
    await expect.poll(() => proxy.taken()).toBe(1)
    proxy.behave({ kind: 'reset' })
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
    expect(await failureOf(get(proxy))).toBe('ECONNRESET')
    proxy.behave({ kind: 'pass' })
    expect(await get(proxy)).toBe(page)
  })

  test('nobody behind it: the connection ends, and it leads elsewhere when told', async () => {
    const proxy = await startFaultProxy(onTestFinished, 9)
    expect(await failureOf(get(proxy))).not.toBe('none')
    proxy.leadTo(servicePort)
    expect(await get(proxy)).toBe(page)
  })
})
