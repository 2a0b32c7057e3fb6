/** A server that says nothing is left alone for so long. */
const silenceMs = 120_000

/** Which hosts of pictures are not to be asked now: one that is being asked, and one that lately gave no answer. */
export interface HostTurns {
  readonly resting: () => readonly string[]
  /** Does `ask` unless the host is resting; it gives whether the host answered. False when it was resting. */
  take(host: string, ask: () => Promise<boolean>): Promise<boolean>
}

export const createHostTurns = (now: () => number): HostTurns => {
  const asked = new Set<string>()
  const silentUntil = new Map<string, number>()
  const resting = () => {
    for (const [host, until] of silentUntil) if (until <= now()) silentUntil.delete(host)
    return [...asked, ...silentUntil.keys()]
  }
  return {
    resting,
    async take(host, ask) {
      if (resting().includes(host)) return false
      asked.add(host)
      try {
        if (!(await ask())) silentUntil.set(host, now() + silenceMs)
      } finally {
        asked.delete(host)
      }
      return true
    },
  }
}
