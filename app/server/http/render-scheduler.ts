import { setImmediate as nextTurn } from 'node:timers/promises'

/** A fifth of the time is for reading: new requests, refusals, health, cached pages. */
const rendersPerReading = 4
const mostTurns = 16
/** Nothing else is read for longer than that, and one render more (ms). */
const longestBurstMs = 100

/** Of this thread, or other programs of the machine would count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Begins renders in bursts, with turns of the event loop between them. With SQLite a render never waits: begun where its
 * request was read, hundreds would run in a row, and none be refused. Nor may a flood of refusals take all the time.
 */
export const createRenderScheduler = () => {
  const ready: Array<() => Promise<unknown>> = []
  let isBusy = false
  let burstMs = 0

  const read = async () => {
    const from = cpuMs()
    const spent = () => cpuMs() - from
    for (let turn = 0; turn === 0 || (turn < mostTurns && spent() * rendersPerReading < burstMs); turn += 1)
      await nextTurn()
    return spent()
  }

  const beginAll = async () => {
    isBusy = true
    while (ready.length > 0) {
      const mayTakeMs = Math.min((await read()) * rendersPerReading, longestBurstMs)
      const from = cpuMs()
      do {
        const render = ready.shift()
        // When it waits for something, the next turn comes first.
        if (render) await Promise.race([render(), nextTurn()])
        burstMs = cpuMs() - from
      } while (ready.length > 0 && burstMs < mayTakeMs)
    }
    isBusy = false
  }

  return <T>(render: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    ready.push(() => {
      resolve(render())
      return promise.catch(() => undefined)
    })
    if (!isBusy) void beginAll()
    return promise
  }
}
