import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { CloseNotice, EdgeNotice } from '~/ui/edge-notice.tsx'
import { focusHeading } from '~/ui/focus-heading.ts'
import { Notice } from '~/ui/notice.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { type MemberNotice, noticeOfAnyPage, recipeNotice } from '../recipe-notices.texts.ts'

/**
 * The notice of `?notice=` (A20). Only `inFrame` shows the one of any page. Appears at the screen's edge if its place is out of
 * sight: the address has a hash, or the press was further down a page that stays there.
 */
export function NoticeBox({
  inFrame = false,
  noticeOf = recipeNotice,
}: {
  readonly inFrame?: boolean
  readonly noticeOf?: (name: string | null) => MemberNotice | undefined
}) {
  const [search] = useSearchParams()
  const name = search.get('notice')
  const notice = noticeOf(name)
  const { hash, key } = useLocation()
  const hasScript = useHasScript()
  const isShown = notice !== undefined && (name === noticeOfAnyPage) === inFrame
  const isAbove = useIsAbove(isShown)
  const [closed, setClosed] = useState<string | null>(null)
  if (!isShown) return null
  if (isAbove || (inFrame && hasScript && hash !== ''))
    return (
      <EdgeNotice>
        {closed === key ? null : (
          <Notice kind={notice.kind} actions={<CloseNotice onClose={() => setClosed(key)} />}>
            <p>{notice.text}</p>
          </Notice>
        )}
      </EdgeNotice>
    )
  return (
    <Notice kind={notice.kind} announce>
      <p>{notice.text}</p>
    </Notice>
  )
}

/** Whether it came to a page that was scrolled and stays so, since only its query changed (P8). */
const useIsAbove = (isShown: boolean): boolean => {
  const { key, pathname } = useLocation()
  const before = useRef<string | null>(null)
  const [at, setAt] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each new entry of the history
  useLayoutEffect(() => {
    const hasStayed = before.current === pathname
    before.current = pathname
    if (!isShown || !hasStayed) return
    if (window.scrollY > 0) setAt(key)
    // What was pressed has gone with its row.
    if (document.activeElement === document.body) focusHeading()
  }, [key])
  return at === key
}
