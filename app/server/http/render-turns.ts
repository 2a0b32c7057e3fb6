import { setImmediate as nextTurn } from 'node:timers/promises'

/** Of five parts of the time four are for rendering and one for reading: new requests, refusals, health, kept pages. */
const rendersPerReading = 4
/** A turn of the event loop takes one new connection, so a crowd at the door needs several; without one they are over at once. */
const mostTurns = 16
/** Nobody else is heard for longer than that, and one render more (ms). */
const longestBurstMs = 100

/** Of this thread: what other programs of the machine take is nobody's share. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Begins renders in bursts, with turns of the event loop between them. Where the database is in the process a render never
 * waits: begun where its request was read, hundreds would be done in a row before the process looked at anything else, and
 * none be refused. And a flood of requests to be refused must not take the time of those that are not.
 */
export const createRenderTurns = () => {
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
        // Over at once, or it waits for something, and then the next turn comes first.
        if (render) await Promise.race([render(), nextTurn()])
        burstMs = cpuMs() - from
      } while (ready.length > 0 && burstMs < mayTakeMs)
    }
    isBusy = false
  }

  /** Begins `render` when it is its turn, and gives what comes of it. */
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
