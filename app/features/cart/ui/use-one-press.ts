import { useEffect, useRef } from 'react'

const samePressMs = 1_000
/** A thumb lands so near to where it was (px). */
const samePlace = 24

/** Tells a second tap within a second of a press for the same: people tap twice where a link wants it (C25). Times are those of events. */
export const useOnePress = () => {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, wanted: '' })
  return ({ timeStamp }: { readonly timeStamp: number }, wanted: string): boolean => {
    const isSame = wanted === last.current.wanted && timeStamp - last.current.at < samePressMs
    if (!isSame) last.current = { at: timeStamp, wanted }
    return isSame
  }
}

/** Of a click event; `detail` is 0 for a press by keyboard, which has no place. */
type Press = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY' | 'detail'>

export const isSecondTap = (first: Press, { timeStamp, clientX, clientY, detail }: Press): boolean =>
  detail > 0 &&
  timeStamp - first.timeStamp < samePressMs &&
  Math.hypot(clientX - first.clientX, clientY - first.clientY) < samePlace

/** Tells whether a press is the second tap on what something else has covered meanwhile (C25). */
export const useSecondTaps = () => {
  const presses = useRef<readonly [before: Press | null, last: Press | null]>([null, null])
  useEffect(() => {
    const note = (press: MouseEvent) => {
      presses.current = [presses.current[1], press]
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])
  return (press: Press): boolean => {
    const [before] = presses.current
    return before !== null && isSecondTap(before, press)
  }
}
