/** Runs at most `most` tasks at once, the others in their order; throws when more than `longest` wait. */
export const createTaskQueue = (most: number, longest = Number.POSITIVE_INFINITY) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (waiting.length >= longest) throw new Error(`more than ${longest} tasks wait`)
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
