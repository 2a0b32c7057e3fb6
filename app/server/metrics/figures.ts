import type { Registry } from 'prom-client'

export type Client = typeof import('prom-client')
export type Figures = ReturnType<typeof createFigures>

/** Counters for Prometheus. Labels need few values, since each makes a series. */
export const createFigures = (client: Client, registry: Registry) => {
  const registers = [registry]
  const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return {
    requests: new client.Counter({
      registers,
      name: 'shop_requests_total',
      help: 'Requests that were answered, copies of the page cache included.',
      labelNames: ['area', 'kind', 'status'],
    }),
    requestSeconds: new client.Histogram({
      registers,
      buckets,
      name: 'shop_request_seconds',
      help: 'From the first byte of a request to the end of its answer.',
      labelNames: ['area'],
    }),
    renderSeconds: new client.Histogram({
      registers,
      buckets,
      name: 'shop_render_seconds',
      help: 'From the start of a render to its end, without its place in the queue.',
      labelNames: ['lane'],
    }),
    waiting: new client.Gauge({
      registers,
      name: 'shop_renders_waiting',
      help: 'Renders that queue in a lane.',
      labelNames: ['lane'],
    }),
    inFlight: new client.Gauge({
      registers,
      name: 'shop_renders_in_flight',
      help: 'Renders that have begun in a lane.',
      labelNames: ['lane'],
    }),
    overloaded: new client.Counter({
      registers,
      name: 'shop_renders_refused_total',
      help: 'Renders that a full lane refused.',
      labelNames: ['lane'],
    }),
    jobSeconds: new client.Histogram({
      registers,
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      name: 'shop_job_seconds',
      help: 'Runs of a job, by how they ended.',
      labelNames: ['job', 'outcome'],
    }),
    lastDone: new client.Gauge({
      registers,
      name: 'shop_job_done_timestamp_seconds',
      help: 'When a job last ended well.',
      labelNames: ['job'],
    }),
  }
}
