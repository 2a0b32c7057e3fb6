import { setImmediate as nextTurn } from 'node:timers/promises'

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The longest piece of processor time (ms) of one run: what runs between two turns of the event loop. */
export const longestPiece = async (task: () => Promise<unknown>): Promise<number> => {
  let [longest, isOver] = [0, false]
  let last = processorMs()
  const watch = (async () => {
    while (!isOver) {
      await nextTurn()
      const at = processorMs()
      longest = Math.max(longest, at - last)
      last = at
    }
  })()
  await task()
  isOver = true
  await watch
  return longest
}
