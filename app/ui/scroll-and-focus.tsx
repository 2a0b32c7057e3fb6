import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { goToHash, goToHeading } from './focus-heading.ts'
import { whenHidden } from './page-visibility.ts'
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

/** True unless Back, Forward or a reload opened this document. */
const isOpenedAnew = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
}

/** The hash of a link within this page that the router shall follow; modified clicks are the browser's. */
const hashOfPress = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
  return link?.getAttribute('href') ?? undefined
}

/**
 * After a new path, or another page of a list: top and heading, or the hash; Back restores; any other change of the query moves nothing (P8). A link within the page is written
 * `<a href="#…">`, works without script, and gets an entry with its own place in the history here (W49).
 */
export function ScrollAndFocus() {
  const { key, pathname, search, hash, state } = useLocation()
  const navigationType = useNavigationType()
  // The first entry of every document is called 'default'.
  const place = key === 'default' ? `${pathname}${search}${hash}` : key
  const first = useRef(place)
  const hasMoved = useRef(false)
  const navigate = useNavigate()
  const pressed = useRef('')
  const pageOfList = new URLSearchParams(search).get('page')

  // Before the browser speaks again: a shorter new page moves, and that scrollend would be kept as the place of the page that was left.
  useLayoutEffect(() => {
    const remember = () => rememberPosition(place)
    history.scrollRestoration = 'manual'
    // もっと見る adds an entry without scrolling.
    if (navigationType !== 'POP') remember()
    window.addEventListener('scrollend', remember)
    const stop = whenHidden(remember)
    // A slow browser may fire scrollend after the tap on a link.
    document.addEventListener('click', remember, true)
    return () => {
      document.removeEventListener('click', remember, true)
      window.removeEventListener('scrollend', remember)
      stop()
    }
  }, [place, navigationType])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own place
  useEffect(() => {
    hasMoved.current ||= place !== first.current
    const wasLeft = navigationType === 'POP' && (hasMoved.current || !isOpenedAnew())
    const top = wasLeft ? readPositions()[place] : undefined
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
  }, [place])

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const to = hashOfPress(event)
      if (to === undefined || document.getElementById(to.slice(1)) === null) return
      event.preventDefault()
      pressed.current = to
      void navigate({ search, hash: to }, { state, replace: to === hash, preventScrollReset: true })
    }
    // On the window, after React: what a component does itself is left to it.
    window.addEventListener('click', press)
    return () => window.removeEventListener('click', press)
  }, [navigate, search, hash, state])

  // After the effect that remembers the place that is left: its scroll belongs to the new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own place
  useEffect(() => {
    if (pressed.current !== '' && pressed.current === hash) goToHash(hash)
    pressed.current = ''
  }, [place])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page moves; the rest is read then
  useEffect(() => {
    // What is shown beside a list has an address, and moves nothing.
    if (navigationType === 'POP' || fieldsOf(state).stays === true) return
    // She may have gone to a form meanwhile: if the page moved, her next press would land beside its button.
    const move = () => document.activeElement?.closest('form') || goToHash(hash) || goToHeading()
    const timer = setTimeout(move, forwardDelayMs)
    return () => clearTimeout(timer)
  }, [pathname, pageOfList])

  return null
}
