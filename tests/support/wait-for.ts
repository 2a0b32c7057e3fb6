const pauseMs = 25

/** Asks `isTrue` again and again until it is, at most `limitMs`. An error of the last try is told; `what` says what was awaited. */
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
