import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerTo, openHttpLayer } from '../../../tests/support/http-layer.ts'
import { ok, refused } from '../../kernel/result.ts'
import type { RenderLanes } from '../http/render-lanes.ts'
import { RunGivenUp } from '../jobs.ts'
import { createLog } from '../log.ts'
import { type GaugeSource, openMetrics } from './metrics.ts'

const token = 'a-token-of-more-than-32-characters'
const bearer = { authorization: `Bearer ${token}` }

const start = async (gauges: readonly GaugeSource[] = []) => {
  const logged: string[] = []
  let [now, clockReads] = [0, 0]
  const watch = await openMetrics({
    token,
    areaOf: (path) => (path === '/slow' ? 'checkout' : 'pages'),
    gauges,
    log: createLog('info', (line) => logged.push(line), Date.now),
    clock: () => {
      clockReads += 1
      return now
    },
  })
  const pass = (ms: number) => {
    now += ms
  }
  const layer = await openHttpLayer({ renderPage: async () => new Response('unknown', { status: 404 }) })
  return { watch, logged, pass, layer, clockReads: () => clockReads }
}

const read = async (
  watch: Awaited<ReturnType<typeof openMetrics>>,
  headers: Record<string, string> = bearer,
) => {
  const { server, ask } = await openHttpLayer({ renderPage: async () => new Response('', { status: 404 }) })
  server.handOver(watch.requests((_request, response) => void response.writeHead(404).end()))
  const answer = await answerTo(ask('/metrics', headers))
  return { status: answer.statusCode, type: answer.headers['content-type'], text: await text(answer) }
}

test.each([
  ['without a token', {}],
  ['with another token', { authorization: `Bearer ${token}!` }],
  ['with the token alone', { authorization: token }],
  ['with the token of another scheme', { authorization: `Basic ${token}` }],
  ['with a scheme alone', { authorization: 'Bearer ' }],
])('D52: %s the metrics are an unknown address', async (_how, headers) => {
  const { watch } = await start()
  expect(await read(watch, headers)).toMatchObject({ status: 404, text: '' })
})

test.each(['bearer', 'BEARER', 'Bearer '])('D52: the scheme may be spelt %j', async (scheme) => {
  const { watch } = await start()
  expect((await read(watch, { authorization: `${scheme} ${token}` })).status).toBe(200)
})

test('D52: a sum is a counter, with its whole value at each reading', async () => {
  let made = 2
  const { watch, pass } = await start([
    { name: 'pages', help: 'Pages.', label: 'outcome', isTotal: true, read: async () => ({ made }) },
  ])
  expect((await read(watch)).text).toContain(
    '# TYPE shop_pages_total counter\nshop_pages_total{outcome="made"} 2',
  )
  made = 5
  pass(10_000)
  expect((await read(watch)).text).toContain('shop_pages_total{outcome="made"} 5')
})

test('D52: a write to the address of the metrics reaches the shop', async () => {
  const { watch, layer } = await start()
  layer.server.handOver(watch.requests((_request, response) => void response.writeHead(405).end()))
  expect((await answerTo(layer.ask('/metrics', bearer, 'POST'))).statusCode).toBe(405)
})

test('D52: who has the token reads requests by area and status, and the process itself', async () => {
  const { watch, layer, pass } = await start()
  layer.server.handOver(
    watch.requests((request, response) => {
      if (request.url?.startsWith('/slow')) pass(600)
      response.writeHead(request.method === 'POST' ? 422 : 200).end()
    }),
  )
  for (const asked of [layer.ask('/a?x=1'), layer.ask('/slow?y=2', {}, 'POST')])
    (await answerTo(asked)).resume()
  await expect
    .poll(async () => (await read(watch)).text)
    .toMatch(
      /area="pages",kind="read",status="200"\} 1\n[\s\S]*area="checkout",kind="write",status="422"\} 1\n/,
    )
  const { status, type, text: figures } = await read(watch)
  expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('text/plain') })
  expect(figures).toContain('shop_request_seconds_bucket{le="0.5",area="checkout"} 0')
  expect(figures).toContain('shop_request_seconds_bucket{le="1",area="checkout"} 1')
  expect(figures).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(figures).toMatch(/^process_resident_memory_bytes \d/m)
})

test('D52: renders are counted by lane: how long, how many at once, how many wait and were refused', async () => {
  const { watch, pass } = await start()
  const gate = Promise.withResolvers<void>()
  const doors = [Promise.resolve(), gate.promise]
  const inner: RenderLanes = {
    close: () => {},
    run: async (lane, _asker, task) => {
      if (lane === 'desk') return refused('overloaded')
      await doors.shift()
      return ok(await task((wait) => wait()))
    },
  }
  const lanes = watch.lanes(inner)
  const asker = { address: '192.0.2.1', isWanted: () => true }
  const end = Promise.withResolvers<void>()
  const first = lanes.run('pages', asker, async () => {
    pass(300)
    await end.promise
  })
  const second = lanes.run('pages', asker, async () => {})
  await lanes.run('desk', asker, async () => {})
  const busy = (await read(watch)).text
  expect(busy).toContain('shop_renders_in_flight{lane="pages"} 1')
  expect(busy).toContain('shop_renders_waiting{lane="pages"} 1')
  expect(busy).toContain('shop_renders_waiting{lane="desk"} 0')
  expect(busy).toContain('shop_renders_refused_total{lane="desk"} 1')
  gate.resolve()
  end.resolve()
  await Promise.all([first, second])
  const done = (await read(watch)).text
  expect(done).toContain('shop_renders_in_flight{lane="pages"} 0')
  expect(done).toContain('shop_renders_waiting{lane="pages"} 0')
  expect(done).toContain('shop_render_seconds_count{lane="pages"} 2')
  expect(done).toContain('shop_render_seconds_sum{lane="pages"} 0.3')
  expect(done).not.toContain('shop_renders_refused_total{lane="pages"}')
})

test('D52: a job is counted by how its runs end, and fails as before', async () => {
  const { watch } = await start()
  const runs = [
    async () => {},
    async () => {
      throw new Error('no')
    },
  ]
  const job = { name: 'sweep', everyMs: 1, firstAfterMs: 1, limitMs: 1 }
  const [watched] = watch.jobs([{ ...job, run: async () => runs.shift()?.() }])
  const { signal } = new AbortController()
  await watched?.run(signal)
  await expect(watched?.run(signal)).rejects.toThrow('no')
  await watched?.run(AbortSignal.abort(new RunGivenUp()))
  const { text: figures } = await read(watch)
  for (const outcome of ['done', 'failed', 'given up'])
    expect(figures).toContain(`shop_job_seconds_count{job="sweep",outcome="${outcome}"} 1`)
  expect(figures).toMatch(/^shop_job_done_timestamp_seconds\{job="sweep"\} \d/m)
})

test('D52: a figure is read once in ten seconds, and is not there while it cannot be read', async () => {
  const counts: Record<string, number>[] = [{ queued: 3 }, { dead: 1 }]
  let reads = 0
  const gauge: GaugeSource = {
    name: 'mails',
    help: 'Mails.',
    label: 'state',
    read: async () => {
      reads += 1
      const next = counts.shift()
      if (next === undefined) throw new Error('the database is away')
      return next
    },
  }
  const { watch, pass, logged } = await start([gauge])
  expect((await read(watch)).text).toContain('shop_mails{state="queued"} 3')
  pass(9_999)
  await read(watch)
  expect(reads).toBe(1)
  pass(1)
  const second = (await read(watch)).text
  expect(second).toContain('shop_mails{state="dead"} 1')
  expect(second).not.toContain('queued')
  pass(10_000)
  const third = await read(watch)
  expect(third.status).toBe(200)
  expect(third.text).not.toContain('shop_mails{')
  expect(logged.map((line) => JSON.parse(line).message)).toEqual(['a figure could not be read'])
})

const gaugeOf = (readMails: GaugeSource['read']): GaugeSource => ({
  name: 'mails',
  help: 'Mails.',
  label: 'state',
  read: readMails,
})

test('D52: a figure that does not come in time is left out, and all others come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const begun = Promise.withResolvers<void>()
  const never = gaugeOf(() => {
    begun.resolve()
    return new Promise<never>(() => {})
  })
  const { watch, logged } = await start([never])
  const answer = read(watch)
  await begun.promise
  await vi.advanceTimersByTimeAsync(2_000)
  const { status, text: figures } = await answer
  expect({ status, mails: figures.includes('shop_mails{') }).toEqual({ status: 200, mails: false })
  expect(figures).toMatch(/^process_resident_memory_bytes \d/m)
  expect(logged.join()).toContain('it did not come within 2000 ms')
})

test('D52: two who ask at once read the same figures', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<Record<string, number>>()]
  const mails = gaugeOf(() => {
    begun.resolve()
    return gate.promise
  })
  const { watch, clockReads } = await start([mails])
  const first = read(watch)
  await begun.promise
  const before = clockReads()
  const second = read(watch)
  // The request has arrived.
  await expect.poll(clockReads).toBeGreaterThan(before)
  gate.resolve({ queued: 3 })
  for (const { text: figures } of await Promise.all([first, second]))
    expect(figures).toContain('shop_mails{state="queued"} 3')
})
