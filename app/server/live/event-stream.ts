/** Sends one event, whose text may have several lines; does nothing once the stream has ended. */
export type SendEvent = (data: string) => void

/** Spread, or all browsers would come back at once after a restart. */
const retryMs = () => Math.round(2_000 + 4_000 * Math.random())

const linesOf = (data: string) =>
  data
    .split(/\r\n?|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')

/**
 * What a loader returns to answer `request` with events. `subscribe` is called at once and gives the function that ends the
 * subscription, which is called once, when the stream ends in whatever way.
 */
export const eventStream = (request: Request, subscribe: (send: SendEvent) => () => void): Response => {
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text))
      }
      write(`retry: ${retryMs()}\n\n`)
      const unsubscribe = subscribe((data) => write(`${linesOf(data)}\n`))
      stop = () => {
        if (!isOpen) return
        isOpen = false
        unsubscribe()
      }
    },
    cancel: () => stop(),
  })
  // Also where nobody ever reads the body.
  if (request.signal.aborted) stop()
  else request.signal.addEventListener('abort', () => stop(), { once: true })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Or nginx would keep events back.
      'x-accel-buffering': 'no',
    },
  })
}
