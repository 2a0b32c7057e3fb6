import { type RefObject, useEffect, useRef } from 'react'

/** After もっと見る the first new item, with `tabIndex={-1}`, gets the focus without a scroll (P7). `count` items are shown. */
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
