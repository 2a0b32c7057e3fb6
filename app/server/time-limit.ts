/** Gives `late()` after `limitMs`; the task itself goes on, and a later error of it is ignored. */
export const withinLimit = async <T, Late>(
  limitMs: number,
  task: Promise<T>,
  late: () => Late,
): Promise<T | Late> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs)
  })
  try {
    const first = await Promise.race([task.then((value) => ({ value })), limit])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
    task.catch(() => undefined)
  }
}
