import { setImmediate as nextTurn } from 'node:timers/promises'

/** At least a fifth of the time is left to read requests, refuse, answer health checks and serve cached pages. */
const rendersPerReading = 4
const mostTurns = 16
/** After this long, and the render that is running then, requests are read again. */
const longestBurstMs = 100

/** CPU time of this thread: other programs on the machine do not count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Runs renders in bursts between turns of the event loop: with SQLite a render never waits, so hundreds would run in a row. */
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
        // A render that waits for something lets the next turn begin.
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
