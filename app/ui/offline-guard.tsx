import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { EdgeNotice } from './edge-notice.tsx'
import { Notice } from './notice.tsx'

/**
 * Keeps the page that is there while the device is offline: what was asked for cannot come, and the browser's own error
 * page would take its place. The way asked for is gone as soon as the line is back, or given up by a button.
 */
export function OfflineGuard() {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const isWithinPage = to.hash !== '' && to.pathname === from.pathname && to.search === from.search
    return !navigator.onLine && !isWithinPage
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    window.addEventListener('online', blocker.proceed)
    return () => window.removeEventListener('online', blocker.proceed)
  }, [blocker])
  return (
    <EdgeNotice urgent>
      {blocker.state === 'blocked' ? (
        <Notice
          actions={
            <Button look="quiet" onClick={blocker.reset}>
              このページにとどまる
            </Button>
          }
        >
          インターネットにつながっていません。つながりしだい、続きを開きます。
        </Notice>
      ) : null}
    </EdgeNotice>
  )
}
