export interface OpenStream {
  /** Sends one event, whose text may have several lines; does nothing once the stream has ended. */
  send(data: string): void
  /** The browser then opens a new one. */
  end(): void
}

/** Is called when the stream is open, and gives the function that ends the subscription, which is called once. */
export type Subscribe = (stream: OpenStream) => () => void

/**
 * What a loader returns to answer with events: the HTTP layer writes them. Without a body of its own, for one of the platform's
 * keeps a request and its streams alive for as long as it is open (docs/decisions/0035).
 */
export class EventStream extends Response {
  readonly subscribe: Subscribe

  constructor(subscribe: Subscribe) {
    super(null, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Or nginx would keep events back.
        'x-accel-buffering': 'no',
      },
    })
    this.subscribe = subscribe
  }
}

/** One event as it is sent: no text of it becomes a field of its own. */
export const eventText = (data: string): string =>
  `${data
    .split(/\r\n?|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
