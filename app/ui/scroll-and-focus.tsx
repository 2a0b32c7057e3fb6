import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { goToHeading } from './focus-heading.ts'
import { safeStorage } from './safe-storage.ts'

const forwardDelayMs = 100
const positionsKey = 'scrollPositions'
const storage = safeStorage(() => window.sessionStorage)
const mostPlaces = 50

const readPositions = (): Record<string, number> => {
  const positions = Object.entries(fieldsOf(parsedJson(storage.read(positionsKey) ?? '')))
  return Object.fromEntries(
    positions.flatMap(([place, y]) => (typeof y === 'number' ? [[place, y] as const] : [])),
  )
}

const rememberPosition = (place: string) => {
  const newest = Object.entries({ ...readPositions(), [place]: window.scrollY }).slice(-mostPlaces)
  storage.write(positionsKey, JSON.stringify(Object.fromEntries(newest)))
}

/** Was this document opened by a link or an address, and not by Back, Forward or a reload? */
const isOpenedAnew = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
}

/**
 * The scroll rule (P8): 100 ms after a forward change of path the page is at its top and the focus on
 * its heading, so that a screen reader says where it is; Back returns to the place left; an address with a hash is left
 * to the browser; a change of the query alone (filter, もっと見る) moves nothing.
 */
export function ScrollAndFocus() {
  const { key, pathname, search, hash } = useLocation()
  const navigationType = useNavigationType()
  // The first entry of every document is called 'default'.
  const place = key === 'default' ? `${pathname}${search}` : key
  const first = useRef(place)
  const hasMoved = useRef(false)

  useEffect(() => {
    const remember = () => rememberPosition(place)
    history.scrollRestoration = 'manual'
    // もっと見る makes a new entry without a scroll: its place is where the page is now.
    if (navigationType !== 'POP') remember()
    window.addEventListener('scrollend', remember)
    window.addEventListener('pagehide', remember)
    // A link tapped before a slow browser has told that the scrolling is over.
    document.addEventListener('click', remember, true)
    return () => {
      document.removeEventListener('click', remember, true)
      window.removeEventListener('scrollend', remember)
      window.removeEventListener('pagehide', remember)
    }
  }, [place, navigationType])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own place
  useEffect(() => {
    hasMoved.current ||= place !== first.current
    const wasLeft = navigationType === 'POP' && (hasMoved.current || !isOpenedAnew())
    const top = wasLeft ? readPositions()[place] : undefined
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
  }, [place])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of path moves the page; the rest is read then
  useEffect(() => {
    if (navigationType === 'POP' || hash !== '') return
    const timer = setTimeout(goToHeading, forwardDelayMs)
    return () => clearTimeout(timer)
  }, [pathname])

  return null
}
