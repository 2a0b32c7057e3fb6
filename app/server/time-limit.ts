/**
 * What `work` gives, or what `late` gives (or throws) when there is no answer within `limitMs`. The work itself goes on; how
 * it then ends is nobody's any more, and no unhandled rejection.
 */
export const withinLimit = async <T, Late>(
  limitMs: number,
  work: Promise<T>,
  late: () => Late,
): Promise<T | Late> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs)
  })
  try {
    const first = await Promise.race([work.then((value) => ({ value })), limit])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
