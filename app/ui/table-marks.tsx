import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './desk-table.module.css'
import type { DeskListAct } from './list-declaration.ts'
import { type Lost, LostNotice } from './lost-notice.tsx'
import { useAnswerFocus } from './use-answer-focus.ts'
import { useHasScript } from './use-has-script.ts'

/** What can have the focus in a row: its mark, its link, or a field that is changed in its place. */
const inRow = 'input[data-mark], a[data-opens]'

/** ↑ and ↓ to the row above or below, Enter on a mark opens its row. */
export const moveInTable = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const row = target.closest('tr')
  if (!target.matches(`${inRow}, thead *`) || row === null) return
  if (key === 'Enter' && target.matches('input[data-mark]')) {
    event.preventDefault()
    row.querySelector<HTMLElement>('a[data-opens]')?.click()
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const rows = [...currentTarget.querySelectorAll('tr[data-row]')]
  const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
  const like = target.matches('a[data-opens]') ? 'a[data-opens]' : 'input[data-mark]'
  next?.querySelector<HTMLElement>(like)?.focus()
}

/** The boxes from the one that was pressed before to this one, as they stand. */
const rangeOf = <T,>(boxes: readonly T[], from: T | null, to: T): readonly T[] => {
  const [first, last] = [from === null ? -1 : boxes.indexOf(from), boxes.indexOf(to)]
  if (first < 0 || last < 0) return [to]
  return boxes.slice(Math.min(first, last), Math.max(first, last) + 1)
}

const marksIn = (form: HTMLElement | null): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[data-mark]') ?? []),
]

/** Marks of the page in sight: how many, and what sets them all. */
export const useMarks = () => {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<HTMLInputElement | null>(null)
  const [marked, setMarked] = useState(0)
  const count = useCallback(
    () => setMarked(marksIn(form.current).filter(({ checked }) => checked).length),
    [],
  )
  // A browser that goes back has set marks before, and another page or filter takes rows away with theirs.
  useEffect(count)
  const set = (boxes: readonly HTMLInputElement[], isOn: boolean) => {
    for (const box of boxes) box.checked = isOn
    count()
  }
  return {
    form,
    marked,
    count,
    all: (isOn: boolean) => set(marksIn(form.current), isOn),
    press: (box: HTMLInputElement, withShift: boolean) => {
      if (withShift) set(rangeOf(marksIn(form.current), last.current, box), box.checked)
      last.current = box
    },
  }
}

/** The acts that take several; without script the form's buttons do the same. */
export function MarksBar({
  acts,
  marked,
  failure,
  failed,
  lost,
}: {
  readonly acts: readonly DeskListAct[]
  readonly marked: number
  readonly failure?: string | undefined
  readonly failed?: string | undefined
  readonly lost?: Lost
}) {
  const hasScript = useHasScript()
  return (
    <div className={css.bar}>
      <RefusedMarks>{failure}</RefusedMarks>
      <LostNotice failed={failed} lost={lost ?? null} />
      <p aria-live="polite" className={css.marked}>
        {hasScript ? `${marked}件を選択` : '印をつけたものを'}
      </p>
      {acts.map(({ key, name, to }) => (
        <Button
          key={key}
          type="submit"
          look="secondary"
          disabled={hasScript && marked === 0}
          {...(to === undefined ? { name: 'act', value: key } : { formAction: to, formMethod: 'get' })}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

/** What an act on several was refused with. */
export function RefusedMarks({ children }: { readonly children: ReactNode }) {
  const focus = useAnswerFocus(children !== undefined)
  if (children === undefined) return null
  return (
    <p role="alert" tabIndex={-1} {...focus}>
      {children}
    </p>
  )
}
