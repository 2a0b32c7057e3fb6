import { useRef } from 'react'

const samePressMs = 1_000
/** A thumb lands so near to where it was (px). */
const samePlace = 24

interface Press {
  /** Of the event, ms. */
  readonly timeStamp: number
  readonly clientX: number
  readonly clientY: number
  /** 0 for a press by keyboard, which has no place. */
  readonly detail: number
}

let lastTap: Press | null = null

/** Tells a second tap within a second of a press for the same: people tap twice where a link wants it (C25). Times are those of events. */
export const useOnePress = () => {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, wanted: '' })
  return (press: Press, wanted: string): boolean => {
    const isSame = wanted === last.current.wanted && press.timeStamp - last.current.at < samePressMs
    if (!isSame) {
      last.current = { at: press.timeStamp, wanted }
      lastTap = press
    }
    return isSame
  }
}

/** Whether a press is the second tap on a button of `useOnePress`, which another one has meanwhile covered (C25). */
export const isSecondTap = ({ timeStamp, clientX, clientY, detail }: Press): boolean =>
  detail > 0 &&
  lastTap !== null &&
  timeStamp - lastTap.timeStamp < samePressMs &&
  Math.hypot(clientX - lastTap.clientX, clientY - lastTap.clientY) < samePlace
