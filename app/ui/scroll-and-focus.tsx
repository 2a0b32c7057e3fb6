import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { goToHash, goToHeading } from './focus-heading.ts'
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

/** Whether a link or an address opened this document, not Back, Forward or a reload. */
const isOpenedAnew = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
}

/**
 * P8: after a forward change of path the page is at its top and the focus on its heading, or at the place that the hash names;
 * Back returns to the place left; a change of the query alone (filter, もっと見る) moves nothing. A hash within the page, or of a
 * page that is opened anew, is the browser's.
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
    // もっと見る makes a new entry without a scroll.
    if (navigationType !== 'POP') remember()
    window.addEventListener('scrollend', remember)
    window.addEventListener('pagehide', remember)
    // A link may be tapped before a slow browser fires scrollend.
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
    if (navigationType === 'POP') return
    const timer = setTimeout(() => goToHash(hash) || goToHeading(), forwardDelayMs)
    return () => clearTimeout(timer)
  }, [pathname])

  return null
}
