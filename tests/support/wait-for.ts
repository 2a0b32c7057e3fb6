const pauseMs = 25

/** Polls `isTrue`; after `limitMs` throws with `what` and the last error. A TypeError means no answer yet; other errors are thrown. */
export const waitFor = async (
  what: string,
  limitMs: number,
  isTrue: () => Promise<boolean>,
): Promise<void> => {
  const end = Date.now() + limitMs
  for (;;) {
    const problem = await isTrue().then(
      (yes) => (yes ? undefined : 'not yet'),
      (error: unknown) => (error instanceof TypeError ? error.message : Promise.reject(error)),
    )
    if (problem === undefined) return
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms for ${what}: ${problem}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
