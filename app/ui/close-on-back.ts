import { createContext, use, useEffect, useRef } from 'react'
import { fieldsOf } from '~/kernel/json.ts'

/** Each open dialog has a history entry, which belongs to the page below it. */
export interface DialogEntries {
  /** Adds an entry and gives the function that ends it. `close` is called when Back has left it. */
  readonly enter: (close: () => void) => () => void
}

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

const pageOf = (state: unknown): number => Number(fieldsOf(state).idx ?? -1)

/** Call it before the router listens, which must not see steps between entries of one page. Skips closed dialogs (W20). */
export const watchDialogEntries = (browser: Tab): DialogEntries => {
  const { history } = browser
  const open: (() => void)[] = []
  let page = pageOf(history.state)
  // Back's event says where it led, not where it began. A React effect would note the page too late for a quick Back.
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
      open.push(leave)
      // At once: a quick Back would leave the page. After Forward to an entry that was left, that entry is used again.
      if (depthOf(history.state) < open.length)
        history.pushState({ ...fieldsOf(history.state), dialogs: open.length }, '')
      return () => {
        const at = open.indexOf(leave)
        if (at === -1) return
        open.splice(at, 1)
        // Delayed, as what takes its place in the same turn takes its entry too: another dialog, or this one where React runs effects twice.
        queueMicrotask(() => depthOf(history.state) > open.length && history.back())
      }
    },
  }
}

/** Back closes a sheet, as people expect on a phone, and stays on the page (W20). */
export const useCloseOnBack = (open: boolean, onClose: () => void): void => {
  const { enter } = use(DialogEntriesContext)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => (open ? enter(() => latest.current()) : undefined), [open, enter])
}
