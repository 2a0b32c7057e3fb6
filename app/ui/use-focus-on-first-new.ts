import { type RefObject, useEffect, useRef } from 'react'

/**
 * After もっと見る the focus goes to the first new item without a scroll (P7). `count` is the number of items in `list`, which
 * need `tabIndex={-1}`; call `askedForMore` when more are requested.
 */
export const useFocusOnFirstNew = (
  count: number,
): { readonly list: RefObject<HTMLUListElement | null>; readonly askedForMore: () => void } => {
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  useEffect(() => {
    const item = firstNew.current === null ? undefined : list.current?.children[firstNew.current]
    if (!(item instanceof HTMLElement) || firstNew.current === count) return
    firstNew.current = null
    item.focus({ preventScroll: true })
  }, [count])
  return {
    list,
    askedForMore: () => {
      firstNew.current = count
    },
  }
}
