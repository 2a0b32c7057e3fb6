export interface OpenStream {
  /** `data` may have several lines; does nothing after the end. */
  send(data: string): void
  end(): void
}

/** Called when the stream opens; gives the function that unsubscribes, which is called once. */
export type Subscribe = (stream: OpenStream) => () => void

/** A loader's answer, written by the HTTP layer: a platform body would keep its request in memory (docs/decisions/0035). */
export class EventStream extends Response {
  readonly subscribe: Subscribe

  constructor(subscribe: Subscribe) {
    super(null, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Otherwise nginx buffers events.
        'x-accel-buffering': 'no',
      },
    })
    this.subscribe = subscribe
  }
}

/** Every line gets its own `data:`, so that no text can add a field. */
export const eventText = (data: string): string =>
  `${data
    .split(/\r\n?|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
