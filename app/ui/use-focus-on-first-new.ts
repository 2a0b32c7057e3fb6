import { type RefObject, useEffect, useRef } from 'react'

/**
 * After もっと見る the focus goes to the first new item, and the page stays where it is (P7). `count` is how many items stand
 * in `list`; call `askedForMore` when more are asked for. Items can take the focus (`tabIndex={-1}`).
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
