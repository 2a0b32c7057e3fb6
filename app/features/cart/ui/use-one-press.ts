import { useRef } from 'react'

const samePressMs = 1_000

/** Tells a second tap within a second of a press for the same: people tap twice where a link wants it (C25). Times are those of events. */
export const useOnePress = () => {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, wanted: '' })
  return ({ timeStamp }: { readonly timeStamp: number }, wanted: string): boolean => {
    const isSame = wanted === last.current.wanted && timeStamp - last.current.at < samePressMs
    if (!isSame) last.current = { at: timeStamp, wanted }
    return isSame
  }
}
