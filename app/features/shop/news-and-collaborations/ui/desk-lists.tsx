import { Link } from 'react-router'
import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { deskLists, entryStates, type ListName } from '../desk.rules.ts'
import type { EntryRow, GoneEntry } from '../types.ts'
import css from './desk-lists.module.css'

interface Parts {
  readonly list: ListName
  readonly requestId: string
}

export function EntryRows({
  list,
  rows,
  mark,
  requestId,
}: Parts & { readonly rows: readonly EntryRow[]; readonly mark: string }) {
  if (rows.length === 0)
    return <EmptyBox said={`${deskLists[list].title}はまだありません。`}>{null}</EmptyBox>
  return (
    <ol className={css.rows}>
      {rows.map(({ id, title, date, state }, at) => (
        <li key={id} className={css.row}>
          <Link to={href('/admin/lists/:list/:id', { list, id })}>
            <strong>{title}</strong>
            <span className="small">
              {displayDate(date)} <span className={css.badge}>{entryStates[state]}</span>
            </span>
          </Link>
          {list === 'collaborations' ? (
            <span className={css.ways}>
              {at === 0 ? null : <Move id={id} to="up" name={title} mark={mark} requestId={requestId} />}
              {at === rows.length - 1 ? null : (
                <Move id={id} to="down" name={title} mark={mark} requestId={requestId} />
              )}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Move({
  id,
  to,
  name,
  mark,
  requestId,
}: {
  readonly id: string
  readonly to: 'up' | 'down'
  readonly name: string
  readonly mark: string
  readonly requestId: string
}) {
  return (
    <FormCard failed="順番を変えられませんでした。">
      <input type="hidden" name="act" value={to} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={mark} />
      <input type="hidden" name="requestId" value={`${requestId} ${to} ${id}`} />
      <SubmitButton busy="…" look="quiet" aria-label={`${name}を${to === 'up' ? '上' : '下'}へ`}>
        {to === 'up' ? '↑' : '↓'}
      </SubmitButton>
    </FormCard>
  )
}

export function GoneEntries({ list, gone, requestId }: Parts & { readonly gone: readonly GoneEntry[] }) {
  if (gone.length === 0) return null
  return (
    <section className={`stack-3 ${css.gone}`}>
      <h2>消したもの</h2>
      <ul className={css.rows}>
        {gone.map(({ id, title }) => (
          <li key={id} className={css.row}>
            <span>{title}</span>
            <FormCard failed="元に戻せませんでした。">
              <input type="hidden" name="act" value="undo" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="requestId" value={`${requestId} undo ${list} ${id}`} />
              <SubmitButton busy="戻しています…" look="secondary" aria-label={`${title}を元に戻す`}>
                元に戻す
              </SubmitButton>
            </FormCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
