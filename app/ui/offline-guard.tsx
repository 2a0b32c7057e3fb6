import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { EdgeNotice } from './edge-notice.tsx'
import { Notice } from './notice.tsx'

/**
 * Blocks navigation while the device is offline, for the browser's own error page would replace the page. It goes on when
 * the connection is back.
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
