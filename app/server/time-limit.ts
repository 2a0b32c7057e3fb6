/** What `task` gives, or what `late` gives or throws after `limitMs`. The task itself goes on, and may then fail unheard. */
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
