import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useBlocker, useLocation } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EdgeNotice } from './edge-notice.tsx'
import { Notice } from './notice.tsx'

/** What is typed and not saved in one form. */
interface UnsavedInput {
  /** Deletes it, with its draft. */
  readonly giveUp: () => void
  /** Writes its draft at once; false where none could be written, or the form has none. */
  readonly keep: () => boolean
}

/** What becomes of all that is typed on a page when it is left. */
type Leaving = 'keeps_all' | 'keeps_some' | 'loses_all'

const UnsavedInputContext = createContext<(unsaved: UnsavedInput) => () => void>(() => () => {})

/** Asks before typed text is left (R44), and waits while offline. One component for both, since the router allows one blocker. */
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
  const [chosen, setChosen] = useState<'keep' | 'give_up' | null>(null)
  const [leaving, setLeaving] = useState<Leaving>('loses_all')
  const isBlocked = blocker.state === 'blocked'
  const asks = isBlocked && chosen === null && unsaved.length > 0 && blocker.location.pathname !== pathname
  const waits = isBlocked && !asks
  const leave = (how: 'keep' | 'give_up') => {
    if (how === 'give_up') for (const { giveUp } of unsaved) giveUp()
    setUnsaved([])
    setChosen(null)
    blocker.proceed?.()
  }
  const stay = () => {
    setChosen(null)
    blocker.reset?.()
  }
  const goOn = useRef(() => {})
  useEffect(() => {
    goOn.current = () => (chosen === null ? blocker.proceed?.() : leave(chosen))
  })
  // The question promises only what was written: storage may be full or forbidden.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useLayoutEffect(() => {
    if (!asks) return
    const kept = unsaved.filter(({ keep }) => keep()).length
    setLeaving(kept === 0 ? 'loses_all' : kept === unsaved.length ? 'keeps_all' : 'keeps_some')
  }, [asks])
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
        leaving={leaving}
        onStay={() => asks && stay()}
        onLeave={(how) => (navigator.onLine ? leave(how) : setChosen(how))}
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

/**
 * Asks before the page is left while `isUnsaved` (R44). `giveUp` deletes what was typed after the choice to do so; a form that keeps a
 * draft gives `keep`, which writes it at once and says whether it could.
 */
export const useUnsavedInput = (isUnsaved: boolean, giveUp: () => void, keep = () => false): void => {
  const add = useContext(UnsavedInputContext)
  const latest = useRef({ giveUp, keep })
  useEffect(() => {
    latest.current = { giveUp, keep }
  })
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const remove = add({ giveUp: () => latest.current.giveUp(), keep: () => latest.current.keep() })
    window.addEventListener('beforeunload', ask)
    return () => {
      remove()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, add])
}

const outcomes: Readonly<Record<Leaving, string>> = {
  keeps_all: '書きかけの内容は、下書きとしてこの端末に残ります。次に開いたときに、続きから書けます。',
  keeps_some:
    '書きかけの内容は、下書きとしてこの端末に残ります。ただし、下書きのない短い欄に入力した内容は失われます。',
  loses_all: 'このまま移動すると、入力した内容は失われます。',
}

function LeaveDialog({
  open,
  leaving,
  onStay,
  onLeave,
}: {
  readonly open: boolean
  readonly leaving: Leaving
  readonly onStay: () => void
  readonly onLeave: (how: 'keep' | 'give_up') => void
}) {
  const hasDraft = leaving !== 'loses_all'
  return (
    <Dialog open={open} onClose={onStay} heading="保存していない変更があります">
      <p>{outcomes[leaving]}</p>
      <div className="stack-3">
        {hasDraft ? (
          <Button wide onClick={() => onLeave('keep')}>
            下書きを残して移動
          </Button>
        ) : null}
        <Button wide look={hasDraft ? 'secondary' : 'primary'} onClick={onStay}>
          編集を続ける
        </Button>
        <Button wide look="danger" onClick={() => onLeave('give_up')}>
          {hasDraft ? '下書きを消して移動' : '保存せずに移動する'}
        </Button>
      </div>
    </Dialog>
  )
}
