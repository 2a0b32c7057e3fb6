import { createContext, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'

/** History entries of dialogs: each is of the page below it, and says how many dialogs stand open above that. */
export interface DialogEntries {
  /** The router shows another of its entries. */
  readonly arrived: () => void
  /** Gives a dialog an entry; what it answers ends that. `close` is called when Back has left it. */
  readonly enter: (close: () => void) => () => void
}

const onNoScreen: DialogEntries = { arrived: () => {}, enter: () => () => {} }

export const DialogEntriesContext = createContext(onNoScreen)

const depthOf = (state: unknown): number => Number(fieldsOf(state).dialogs ?? 0)

/** Which of the router's entries it is. */
const pageOf = (state: unknown): number => Number(fieldsOf(state).idx ?? -1)

/**
 * To be called before the router listens: a step between entries of one page is none of its business. Entries of dialogs that are
 * not open any more are passed over (W20).
 */
export const watchDialogEntries = (): DialogEntries => {
  const open: (() => void)[] = []
  let page = pageOf(history.state)
  if (depthOf(history.state) > 0) history.back()
  window.addEventListener('popstate', (event) => {
    const [depth, to] = [depthOf(event.state), pageOf(event.state)]
    const isLeftOver = depth > 0 && to < page
    if (isLeftOver) history.back()
    while (!isLeftOver && open.length > depth) open.pop()?.()
    if (isLeftOver || (to === page && to >= 0)) event.stopImmediatePropagation()
    else page = to
  })
  return {
    arrived: () => {
      page = pageOf(history.state)
    },
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

export const useArrivals = (): void => {
  const { arrived } = use(DialogEntriesContext)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location has an entry of its own
  useEffect(arrived, [key, arrived])
}
