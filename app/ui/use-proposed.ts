import { useEffect, useState } from 'react'

const pauseMs = 150

/** The server's answer to `typed`, or null. The last answer stays until the next arrives, so that nothing flickers. */
export const useProposed = <Answer>(typed: string, addressOf: (q: string) => string): Answer | null => {
  const [found, setFound] = useState<Answer | null>(null)
  const q = typed.trim()
  const address = q === '' ? null : addressOf(q)
  useEffect(() => {
    if (address === null) return setFound(null)
    const stop = new AbortController()
    const ask = async () => {
      const answer = await fetch(address, { signal: stop.signal })
      if (answer.ok) setFound(await answer.json())
    }
    const timer = setTimeout(() => ask().catch(() => {}), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [address])
  return q === '' ? null : found
}
