import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter, Gauge, Registry } from 'prom-client'
import type { RequestHandler } from '../http/http-server.ts'
import type { RenderLanes } from '../http/render-lanes.ts'
import { type Job, RunGivenUp } from '../jobs.ts'
import { errorFields, type Log } from '../log.ts'
import { withinLimit } from '../time-limit.ts'
import { type Client, createFigures, type Figures } from './figures.ts'

/** Read when metrics are requested, at most every ten seconds. */
export interface GaugeSource {
  /** In snake_case, without the prefix `shop_`. */
  readonly name: string
  readonly help: string
  readonly label: string
  /** A sum that only grows while the process lives; its name then ends with `_total`. */
  readonly isTotal?: true
  readonly read: () => Promise<Readonly<Record<string, number>>>
}

/** Wraps parts to measure them; `unwatched` gives them unchanged. */
export interface Watch {
  readonly jobs: (jobs: readonly Job[]) => readonly Job[]
  readonly lanes: (lanes: RenderLanes) => RenderLanes
  readonly requests: (handle: RequestHandler) => RequestHandler
}

export const unwatched: Watch = {
  jobs: (jobs) => jobs,
  lanes: (lanes) => lanes,
  requests: (handle) => handle,
}

export interface MetricsParts {
  /** Bearer token; without it the address is unknown. */
  readonly token: string
  readonly areaOf: (path: string) => string
  readonly gauges: readonly GaugeSource[]
  readonly log: Log
  readonly clock: () => number
}

const path = '/metrics'
const readAgainMs = 10_000
/** A scraper waits some ten seconds, and needs the figures most while the database does not answer. */
const readLimitMs = 2_000

/** Serves /metrics in Prometheus's format (D52); prom-client is loaded only when it is switched on. */
export const openMetrics = async (parts: MetricsParts): Promise<Watch> => {
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  for (const source of parts.gauges) addGauge(client, registry, source, parts)
  const figures = createFigures(client, registry)
  return {
    jobs: (jobs) => jobs.map((job) => watchedJob(job, figures, parts.clock)),
    lanes: (lanes) => watchedLanes(lanes, figures, parts.clock),
    requests: (handle) => watchedRequests(handle, answerOf(registry, parts), figures, parts),
  }
}

const watchedRequests = (
  handle: RequestHandler,
  answer: (response: ServerResponse) => Promise<void>,
  { requests, requestSeconds }: Figures,
  { areaOf, clock, token }: MetricsParts,
): RequestHandler => {
  return (request, response) => {
    const startedAt = clock()
    const asked = request.url?.split('?', 1)[0] ?? '/'
    response.once('close', () => {
      const area = areaOf(asked)
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
      requests.inc({ area, kind, status: response.statusCode })
      requestSeconds.observe({ area }, (clock() - startedAt) / 1_000)
    })
    return asked === path && mayRead(request, token) ? answer(response) : handle(request, response)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The scheme's name is written in any case (RFC 9110, 11.1); '' without one, which is no token. */
const credentialOf = (header = ''): string => /^bearer +(.*)$/i.exec(header)?.[1] ?? ''

const mayRead = ({ method, headers }: IncomingMessage, token: string): boolean =>
  method === 'GET' && timingSafeEqual(digest(credentialOf(headers.authorization)), digest(token))

const answerOf =
  (registry: Registry, { log }: MetricsParts) =>
  async (response: ServerResponse) => {
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log.error('the metrics could not be read', errorFields(error))
      response.writeHead(503, { 'cache-control': 'no-store' }).end()
    }
  }

const noAnswer = () => {
  throw new Error(`it did not come within ${readLimitMs} ms`)
}

const addGauge = (
  client: Client,
  registry: Registry,
  { name, help, label, isTotal, read }: GaugeSource,
  { log, clock }: MetricsParts,
) => {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  // Figures that cannot be read in time are left out rather than repeated.
  const readInto = async (gauge: Pick<Counter | Gauge, 'inc' | 'reset'>) => {
    gauge.reset()
    try {
      const found = await withinLimit(readLimitMs, read(), noAnswer)
      for (const [value, count] of Object.entries(found)) gauge.inc({ [label]: value }, count)
    } catch (error) {
      log.warn('a figure could not be read', { figure: name, ...errorFields(error) })
    }
  }
  const collect = async (gauge: Pick<Counter | Gauge, 'inc' | 'reset'>) => {
    if (clock() >= readAt + readAgainMs) {
      readAt = clock()
      reading = readInto(gauge)
    }
    await reading
  }
  const parts = { registers: [registry], help, labelNames: [label] }
  if (isTotal)
    new client.Counter({
      ...parts,
      name: `shop_${name}_total`,
      collect() {
        return collect(this)
      },
    })
  else
    new client.Gauge({
      ...parts,
      name: `shop_${name}`,
      collect() {
        return collect(this)
      },
    })
}

const secondsOf = (ms: number) => ms / 1_000

const watchedJob = (job: Job, { jobSeconds, lastDone }: Figures, clock: () => number): Job => ({
  ...job,
  run: async (signal) => {
    const startedAt = clock()
    let outcome = 'failed'
    try {
      await job.run(signal)
      outcome = 'done'
    } finally {
      if (signal.reason instanceof RunGivenUp) outcome = 'given up'
      jobSeconds.observe({ job: job.name, outcome }, secondsOf(clock() - startedAt))
      if (outcome === 'done') lastDone.setToCurrentTime({ job: job.name })
    }
  },
})

const watchedLanes = (lanes: RenderLanes, figures: Figures, clock: () => number): RenderLanes => ({
  close: lanes.close,
  run: async (lane, asker, task) => {
    const { renderSeconds, waiting, inFlight, overloaded } = figures
    waiting.inc({ lane })
    let begun = false
    const begin = () => {
      begun = true
      waiting.dec({ lane })
      inFlight.inc({ lane })
      return clock()
    }
    try {
      const rendered = await lanes.run(lane, asker, async (waitOutside) => {
        const startedAt = begin()
        try {
          return await task(waitOutside)
        } finally {
          renderSeconds.observe({ lane }, secondsOf(clock() - startedAt))
        }
      })
      if (!rendered.ok) overloaded.inc({ lane })
      return rendered
    } finally {
      if (begun) inFlight.dec({ lane })
      else waiting.dec({ lane })
    }
  },
})
