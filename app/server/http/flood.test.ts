import { expect, onTestFinished, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../../tests/support/http-layer.ts'
import { createRenderLanes } from './render-lanes.ts'

const mine = '192.0.2.1'
const neighbour = '192.0.2.2'
const other = '198.51.100.1'

/** Two renders in flight and six in the queue; `end` lets the render of a path end. */
const openShop = async () => {
  const tight = { inFlight: 2, queue: 6, longestWaitMs: 60_000 }
  const begun: string[] = []
  const doors = new Map<string, PromiseWithResolvers<void>>()
  const doorOf = (path: string) => {
    const door = doors.get(path) ?? Promise.withResolvers<void>()
    doors.set(path, door)
    return door
  }
  const shop = await openHttpLayer({
    lanes: createRenderLanes({ cached: tight, pages: tight, checkout: tight, desk: tight }),
    addressOf: (path) => ({
      cache: path.startsWith('/kept') ? 'everybody' : 'never',
      bodyBytes: { visitor: 0, session: 0 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
    renderPage: async ({ url }) => {
      const path = url.replace(shopOrigin, '')
      begun.push(path)
      await doorOf(path).promise
      return new Response(path, { headers: { 'content-type': 'text/html' } })
    },
  })
  onTestFinished(() => {
    for (const { resolve } of doors.values()) resolve()
  })
  const statuses = new Map<string, number | undefined>()
  const send = (path: string, client: string) => {
    answerTo(shop.ask(path, { 'x-real-ip': client })).then(
      ({ statusCode }) => statuses.set(path, statusCode),
      () => {},
    )
  }
  /** Until one is refused. */
  const fill = async (path: string, client: string, count: number) => {
    for (let one = 0; one < count; one += 1) send(`${path}${one}`, client)
    await expect.poll(() => [...statuses].filter(([, status]) => status === 503).length).toBeGreaterThan(0)
  }
  return { begun, statuses, send, fill, end: (path: string) => doorOf(path).resolve() }
}

test.each(['/page-', '/kept-'])(
  'S17: one client that floods %s gets a third of the queue; its network and others find places',
  async (path) => {
    const { statuses, begun, send, fill, end } = await openShop()
    await fill(path, mine, 5)
    send(`${path}neighbour`, neighbour)
    send(`${path}other`, other)
    await expect.poll(() => begun.length).toBe(2)
    for (const each of ['neighbour', 'other', '0', '1', '2', '3', '4']) end(`${path}${each}`)
    await expect.poll(() => statuses.size).toBe(7)
    expect([...statuses].filter(([, status]) => status === 503)).toHaveLength(1)
    expect([statuses.get(`${path}neighbour`), statuses.get(`${path}other`)]).toEqual([200, 200])
  },
)

test('S17: who has fewer renders in flight comes before a flood that came first: another network, then a neighbour', async () => {
  const { statuses, begun, send, fill, end } = await openShop()
  await fill('/page-', mine, 5)
  await expect.poll(() => begun.length).toBe(2)
  const [first = '', second = ''] = begun
  send('/neighbour', neighbour)
  send('/other', other)
  send('/refused', neighbour)
  await expect.poll(() => statuses.get('/refused')).toBe(503)
  end(first)
  await expect.poll(() => begun[2]).toBe('/other')
  end('/other')
  await expect.poll(() => begun[3]).toBe('/neighbour')
  end(second)
  await expect.poll(() => begun.length).toBe(5)
  expect(begun[4]).toMatch(/^\/page-/)
})
