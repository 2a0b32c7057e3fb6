import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EdgeNotice } from './edge-notice.tsx'
import css from './navigation-guard.module.css'
import { Notice } from './notice.tsx'

interface UnsavedInput {
  readonly giveUp: () => void
}

const UnsavedInputContext = createContext<(unsaved: UnsavedInput) => () => void>(() => () => {})

/** Asks before typed text is lost, and waits while offline. One component for both, since the router allows one blocker. */
export function NavigationGuard({ children }: { readonly children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly UnsavedInput[]>([])
  const add = useCallback((input: UnsavedInput) => {
    setUnsaved((now) => [...now, input])
    return () => setUnsaved((now) => now.filter((each) => each !== input))
  }, [])
  const { pathname } = useLocation()
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const isWithinPage = to.hash !== '' && to.pathname === from.pathname && to.search === from.search
    return (unsaved.length > 0 && to.pathname !== from.pathname) || (!navigator.onLine && !isWithinPage)
  })
  /** What was typed is kept until the page is left, for who is offline may still stay. */
  const [isGivenUp, setGivenUp] = useState(false)
  const isBlocked = blocker.state === 'blocked'
  const asks = isBlocked && !isGivenUp && unsaved.length > 0 && blocker.location.pathname !== pathname
  const waits = isBlocked && !asks
  const leave = () => {
    for (const { giveUp } of unsaved) giveUp()
    setUnsaved([])
    setGivenUp(false)
    blocker.proceed?.()
  }
  const stay = () => {
    setGivenUp(false)
    blocker.reset?.()
  }
  const goOn = useRef(() => {})
  useEffect(() => {
    goOn.current = () => (isGivenUp ? leave() : blocker.proceed?.())
  })
  useEffect(() => {
    if (!waits) return
    const now = () => goOn.current()
    window.addEventListener('online', now)
    return () => window.removeEventListener('online', now)
  }, [waits])
  return (
    <UnsavedInputContext value={add}>
      {children}
      <LeaveDialog
        open={asks}
        onStay={() => asks && stay()}
        onLeave={() => (navigator.onLine ? leave() : setGivenUp(true))}
      />
      <EdgeNotice urgent>
        {waits ? (
          <Notice
            actions={
              <Button look="quiet" onClick={stay}>
                このページにとどまる
              </Button>
            }
          >
            インターネットにつながっていません。つながりしだい、続きを開きます。
          </Notice>
        ) : null}
      </EdgeNotice>
    </UnsavedInputContext>
  )
}

/** Asks before the page is left while `isUnsaved`; `giveUp` is called after a yes. */
export const useUnsavedInput = (isUnsaved: boolean, giveUp: () => void): void => {
  const add = useContext(UnsavedInputContext)
  const latest = useRef(giveUp)
  useEffect(() => {
    latest.current = giveUp
  })
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const remove = add({ giveUp: () => latest.current() })
    window.addEventListener('beforeunload', ask)
    return () => {
      remove()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, add])
}

function LeaveDialog({
  open,
  onStay,
  onLeave,
}: {
  readonly open: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}) {
  return (
    <Dialog open={open} onClose={onStay} heading="保存していない変更があります">
      <p>このまま移動すると、入力した内容は失われます。</p>
      <div className={css.choices}>
        <Button wide onClick={onStay}>
          編集を続ける
        </Button>
        <Button wide look="danger" onClick={onLeave}>
          保存せずに移動する
        </Button>
      </div>
    </Dialog>
  )
}
