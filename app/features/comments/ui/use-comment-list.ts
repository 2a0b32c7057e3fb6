import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listenForVersions } from '~/ui/live-versions.ts'
import { openPopover } from '~/ui/popover-open.ts'
import { arrivals, type CommentList, commentEventsPath } from '../rules.ts'
import { readComments } from './comment-calls.ts'

/** Spreads the readers of a change over time. */
const spreadMs = 500
const againMs = 2_000

interface Shown {
  readonly list: CommentList
  /** A newer list that would move what is being read. */
  readonly waiting: CommentList | null
}

interface ListParts {
  readonly recipe: string
  readonly loaded: CommentList
  readonly isLive: boolean
  /** Whether a member reads, who may block somebody. */
  readonly isMember: boolean
  readonly place: RefObject<HTMLElement | null>
  readonly isSent: (id: string) => boolean
}

/** Whether the list is scrolled past its top, or focus or a dialog is in it (R16). */
const isBeingRead = (place: HTMLElement | null): boolean => {
  if (place === null) return false
  const { top, bottom } = place.getBoundingClientRect()
  const shownFrom = Number.parseFloat(getComputedStyle(place).scrollMarginTop) || 0
  const isScrolled = top < shownFrom - 1 && bottom > shownFrom
  return isScrolled || place.querySelector(`:focus-visible, ${openPopover}`) !== null
}

/** The present list, and a newer one that waits while it would move what is being read (R16). */
export const useCommentList = ({ recipe, loaded, isLive, isMember, place, isSent }: ListParts) => {
  const [shown, setShown] = useState<Shown>({ list: loaded, waiting: null })
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [said, setSaid] = useState('')
  const latest = useRef(shown)
  const hearNow = useRef<(version: number) => void>(() => {})
  const { count } = loaded
  const revalidator = useRevalidator()

  const show = (next: Shown) => {
    latest.current = next
    setShown(next)
  }
  const take = (list: CommentList) => {
    const now = latest.current
    const newest = now.waiting ?? now.list
    if (list.version < newest.version || list.count < count) return
    const news = arrivals(now.list, list).filter(({ id }) => !isSent(id))
    const waits = news.length > 0 && isBeingRead(place.current)
    const told = arrivals(newest, list).filter(({ id }) => !isSent(id)).length
    show(waits ? { list: now.list, waiting: list } : { list, waiting: null })
    if (told > 0) setSaid(`新しいコメントが${told}件あります`)
  }

  if (loaded !== lastLoaded) {
    setLastLoaded(loaded)
    if (loaded.version >= shown.list.version) setShown({ list: loaded, waiting: null })
  }
  useEffect(() => {
    if (loaded.version >= latest.current.list.version) latest.current = { list: loaded, waiting: null }
  }, [loaded])

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens anew for another recipe or another length alone
  useEffect(() => {
    if (!isLive) return
    const stopped = new AbortController()
    let heard = latest.current.list.version
    let isReading = false
    let failures = 0
    let timer = 0
    const read = async () => {
      window.clearTimeout(timer)
      timer = 0
      if (isReading) return
      isReading = true
      const list = await readComments(recipe, { version: heard, count, isOwn: isMember }, stopped.signal)
      isReading = false
      if (stopped.signal.aborted) return
      // The page's own reload shows why.
      if (list === 'gone') return void revalidator.revalidate()
      failures = list === undefined ? failures + 1 : 0
      if (list !== undefined) take(list)
      if ((list?.version ?? 0) < heard) readIn(againMs * 2 ** Math.min(failures, 4) * Math.random())
    }
    const readIn = (ms: number) => {
      if (timer === 0) timer = window.setTimeout(() => void read(), ms)
    }
    const hear = (version: number, spread: number) => {
      if (version <= heard) return
      heard = version
      readIn(spread * Math.random())
    }
    hearNow.current = (version) => hear(version, 0)
    const stop = listenForVersions(commentEventsPath(recipe), {
      onVersion: (version) => hear(version, spreadMs),
      onMissed: () => readIn(spreadMs * Math.random()),
    })
    if (latest.current.list.count < count) void read()
    return () => {
      stop()
      stopped.abort()
      window.clearTimeout(timer)
    }
  }, [recipe, count, isLive, isMember])

  return {
    ...shown,
    said,
    hear: (version: number) => hearNow.current(version),
    showWaiting: () => {
      if (shown.waiting !== null) show({ list: shown.waiting, waiting: null })
    },
    announce: setSaid,
  }
}
