import { createContext, use, useEffect, useRef } from 'react'
import { fieldsOf } from '~/kernel/json.ts'

/** History entries of dialogs: each is of the page below it, and says how many dialogs stand open above that. */
export interface DialogEntries {
  /** Gives a dialog an entry; what it answers ends that. `close` is called when Back has left it. */
  readonly enter: (close: () => void) => () => void
}

/** What is used of `window`. */
export interface Tab {
  readonly history: Pick<History, 'state' | 'back' | 'pushState' | 'replaceState'>
  readonly addEventListener: (
    type: 'popstate',
    listener: (event: Pick<PopStateEvent, 'state' | 'stopImmediatePropagation'>) => void,
  ) => void
}

const onNoScreen: DialogEntries = { enter: () => () => {} }

export const DialogEntriesContext = createContext(onNoScreen)

const depthOf = (state: unknown): number => Number(fieldsOf(state).dialogs ?? 0)

/** Which of the router's entries it is. */
const pageOf = (state: unknown): number => Number(fieldsOf(state).idx ?? -1)

/**
 * To be called before the router listens: a step between entries of one page is none of its business. Entries of dialogs that are
 * not open any more are passed over (W20).
 */
export const watchDialogEntries = (browser: Tab): DialogEntries => {
  const { history } = browser
  const open: (() => void)[] = []
  let page = pageOf(history.state)
  // An event of Back says where it led, not where it came from. What is known when React has drawn a page is known too late:
  // whoever presses Back at once would stay there.
  for (const way of ['pushState', 'replaceState'] as const) {
    const write = history[way].bind(history)
    history[way] = (state, unused, url) => {
      write(state, unused, url)
      page = pageOf(state)
    }
  }
  if (depthOf(history.state) > 0) history.back()
  browser.addEventListener('popstate', (event) => {
    const [depth, to] = [depthOf(event.state), pageOf(event.state)]
    const isLeftOver = depth > 0 && to < page
    if (isLeftOver) history.back()
    while (!isLeftOver && open.length > depth) open.pop()?.()
    if (isLeftOver || (to === page && to >= 0)) event.stopImmediatePropagation()
    else page = to
  })
  return {
    enter: (close) => {
      const leave = () => close()
      // Later, for in development React opens everything twice.
      const adding = setTimeout(() => {
        open.push(leave)
        // Forward may have led to an entry that was left: it is taken again.
        if (depthOf(history.state) < open.length)
          history.pushState({ ...fieldsOf(history.state), dialogs: open.length }, '')
      })
      return () => {
        clearTimeout(adding)
        const at = open.indexOf(leave)
        if (at === -1) return
        open.splice(at, 1)
        if (depthOf(history.state) > open.length) history.back()
      }
    },
  }
}

/** Back closes what is open, as whoever sees a sheet on a phone expects, and stays on the page (W20). */
export const useCloseOnBack = (open: boolean, onClose: () => void): void => {
  const { enter } = use(DialogEntriesContext)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => (open ? enter(() => latest.current()) : undefined), [open, enter])
}
