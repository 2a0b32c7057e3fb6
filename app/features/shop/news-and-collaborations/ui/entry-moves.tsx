import type { ReactNode } from 'react'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { EntryRow } from '../types.ts'
import css from './desk-lists.module.css'

export interface ShownEntry extends EntryRow {
  /** Its buttons and its handle; null where the list does not stand in its own order. */
  readonly moves: ReactNode
}

const ways = [
  { way: 'up', sign: '↑', text: '上' },
  { way: 'down', sign: '↓', text: '下' },
] as const

/** The arrows of a collaboration, with what is beside them; `at` counts from 0 in the whole list. */
export function EntryMoves({
  entry: { id, title },
  at,
  count,
  mark,
  requestId,
  children,
}: {
  readonly entry: EntryRow
  readonly at: number
  readonly count: number
  readonly mark: string
  readonly requestId: string
  readonly children: ReactNode
}) {
  const open = ways.filter(({ way }) => (way === 'up' ? at > 0 : at < count - 1))
  return (
    <div className={css.ways}>
      <FormCard failed="順番を変えられませんでした。">
        <input type="hidden" name="act" value="move" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={mark} />
        <input type="hidden" name="requestId" value={`${requestId} ${id}`} />
        <span className={css.ways}>
          {open.map(({ way, sign, text }) => (
            <SubmitButton
              key={way}
              busy="…"
              look="quiet"
              name="way"
              value={way}
              aria-label={`${title}を${text}へ`}
            >
              {sign}
            </SubmitButton>
          ))}
        </span>
      </FormCard>
      {children}
    </div>
  )
}
