import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Dialog } from '~/ui/dialog.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import type { CuratedList, EditedItem, ItemAnswer, ItemRefusal } from '../curation.rules.ts'
import { listWords } from '../curation.texts.ts'
import { type CurationView, curationPath } from '../curation-view.rules.ts'

type OpenItem = { readonly id: string; readonly heading: string; readonly asPage: boolean } & (
  | { readonly is: 'edit'; readonly item: EditedItem | null; readonly answer: ItemAnswer | undefined }
  | { readonly is: 'remove'; readonly item: EditedItem }
)

/** An item deleted by somebody else stays open while its save has an answer. */
export const useOpenItem = (
  { list, edit, remove }: CurationView,
  items: readonly EditedItem[],
  answer: ItemAnswer | ItemRefusal | undefined,
): OpenItem | null => {
  const hasScript = useHasScript()
  // Without script, and for an opened address, the item stands in the page; otherwise in a dialog.
  const [openedAsPage] = useState(hasScript ? undefined : (edit ?? remove))
  const asPage = openedAsPage !== undefined && openedAsPage === (edit ?? remove)
  if (remove !== undefined) {
    const item = items.find(({ id }) => id === remove)
    return item === undefined
      ? null
      : { is: 'remove', id: remove, item, asPage, heading: `「${item.name}」を削除` }
  }
  if (edit === undefined) return null
  const item = items.find(({ id }) => id === edit) ?? null
  const typed = answer !== undefined && 'typed' in answer && answer.list === list ? answer : undefined
  const own = edit === 'new' ? typed?.isNew : typed?.id === edit
  if (item === null && edit !== 'new' && !own) return null
  const heading = edit === 'new' ? `${listWords[list].item}を追加` : `「${item?.name ?? typed?.name}」を編集`
  return { is: 'edit', id: edit, item, asPage, heading, answer: own ? typed : undefined }
}

export const isLost = ({ edit, remove }: CurationView, open: OpenItem | null) =>
  open === null && (edit !== undefined || remove !== undefined)

/** Closes at once by hand, before the address follows. */
export function ItemDialog({
  list,
  heading,
  children,
}: {
  readonly list: CuratedList
  readonly heading: string | undefined
  readonly children: ReactNode
}) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [closedAt, setClosedAt] = useState<string>()
  const isOpen = heading !== undefined && closedAt !== key
  const close = () => {
    if (!isOpen) return
    setClosedAt(key)
    navigate(curationPath({ list }), { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog open={isOpen} onClose={close} heading={heading ?? ''}>
      {children}
    </Dialog>
  )
}

/** Focuses the same button of a moved item, the saved item, or the neighbour of a deleted one. */
export const useFocusAfter = ({ done, item }: CurationView, answer: ItemAnswer | ItemRefusal | undefined) => {
  const body = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each entry of the history, when its list stands in the page
  useEffect(() => {
    if (done === undefined || answer !== undefined) return
    const way = done === 'up' || done === 'down' ? done : 'edit'
    const row = item ? body.current?.querySelector(`[data-item="${CSS.escape(item)}"]`) : null
    const target =
      row?.querySelector<HTMLElement>(`[data-way="${way}"]`) ??
      body.current?.querySelector<HTMLElement>('[data-way="add"]')
    target?.focus()
  }, [key])
  return body
}
