import { type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryOf } from '~/kernel/list-address.ts'
import { useListBeside } from './desk-lists.tsx'

/** From here a list has room for what its row leads to. */
const besideWidth = '(min-width: 90rem)'

export const besideId = 'beside'

export const hasRoomBeside = (): boolean => window.matchMedia(besideWidth).matches

/** What the list is narrowed by, without what was just done. */
export const besideQuery = (search: string): string =>
  queryOf([...new URLSearchParams(search)].filter(([name]) => name !== 'done'))

/** For a link that shows something else beside the same list: nothing moves, and the focus stays. */
export const staysInPlace = { state: { stays: true }, preventScrollReset: true } as const

export interface BesideLink {
  readonly isOpen: boolean
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

/** Whether a row is open, and what a press on its link does where there is room; elsewhere, and without script, the link leads to its page. */
export const useOpenBeside = (): ((to: string) => BesideLink) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (to) => ({
    isOpen: pathname === to,
    onClick: (event) => {
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!isPlain || !hasRoomBeside()) return
      event.preventDefault()
      // Safari leaves a pressed link without the focus, and Esc would not be heard. A mark keeps it.
      if (document.activeElement === document.body) event.currentTarget.focus({ preventScroll: true })
      if (pathname === to) document.getElementById(besideId)?.focus()
      else navigate(`${to}${besideQuery(search)}`, staysInPlace)
    },
  })
}

/** Closes what stands beside a list; the focus goes back to its row, or to the heading where the row is gone. */
export const useCloseBeside = (list: string): (() => void) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (pathname === list) return
    document.querySelector<HTMLElement>('a[data-opens][aria-current]')?.focus()
    navigate(`${list}${besideQuery(search)}`, staysInPlace)
  }
}

/** On the page of what she had open beside a list: an act of a sheet that leads there leads to that list, where there is room. */
export const useBackBeside = (page: string): void => {
  const navigate = useNavigate()
  const list = useListBeside(page)
  const { search } = useLocation()
  const done = new URLSearchParams(search).get('done')
  const to = list === null ? null : `${list.path}${besideQuery(list.search)}`
  useEffect(() => {
    if (to === null || done === null || !hasRoomBeside()) return
    const address = `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams({ done })}`
    // The form that was sent is still taken for unsaved while it goes.
    const timer = setTimeout(() => navigate(address, { ...staysInPlace, replace: true }))
    return () => clearTimeout(timer)
  }, [to, done, navigate])
}
