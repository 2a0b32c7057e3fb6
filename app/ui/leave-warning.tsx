import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './leave-warning.module.css'

/** Asks before another page opens while `when`; `onLeave` is called when what was typed is given up. */
export function LeaveWarning({ when, onLeave }: { readonly when: boolean; readonly onLeave: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      heading="保存していない変更があります"
      closeLabel="編集を続ける"
    >
      <p>このまま移動すると、入力した内容は失われます。</p>
      <div className={css.choices}>
        <Button wide onClick={() => blocker.reset?.()}>
          編集を続ける
        </Button>
        <Button
          wide
          look="danger"
          onClick={() => {
            onLeave()
            blocker.proceed?.()
          }}
        >
          保存せずに移動する
        </Button>
      </div>
    </Dialog>
  )
}
