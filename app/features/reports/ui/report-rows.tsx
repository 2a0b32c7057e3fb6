import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import type { ShownOutcome, WaitingCase } from '../outcomes.rules.ts'
import css from './reports.module.css'

/** Cases that wait, each with the way to its page. */
export function CaseRows({
  cases,
  label,
}: {
  readonly cases: readonly WaitingCase[]
  readonly label: string
}) {
  return (
    <ul className={css.rows} aria-label={label}>
      {cases.map(({ id, what, text, since, waiting, others }) => (
        <li key={id}>
          <Link to={href('/admin/reports/:id', { id })} className={css.row}>
            <strong>{what}</strong>
            <span>{text}</span>
            <span className={css.about}>
              {`通報 ${waiting}件・${deskMoment(since)}から`}
              {others === 0 ? '' : `・同じ方の通報がほかに${others}件`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What was decided, newest first; the last of each case has its undo. */
export function OutcomeRows({
  outcomes,
  requestId,
}: {
  readonly outcomes: readonly ShownOutcome[]
  readonly requestId: string
}) {
  return (
    <ul className={css.rows}>
      {outcomes.map(
        ({ id, caseId, version, what, text, reason, happenedAt, actorName, isUndone, mayUndo }) => (
          <li key={id} className={css.row}>
            <Link to={href('/admin/reports/:id', { id: caseId })} className="tap">
              {what}
            </Link>
            <span>{text}</span>
            {reason === '' ? null : <span>{`理由：${reason}`}</span>}
            <span className={css.about}>
              {`${deskMoment(happenedAt)}${actorName === '' ? '' : `・${actorName}`}`}
              {isUndone ? '・元に戻しました' : ''}
            </span>
            {mayUndo ? (
              <FormCard failed="元に戻せませんでした。">
                <input type="hidden" name="act" value="undo" />
                <input type="hidden" name="case" value={caseId} />
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="requestId" value={`${requestId} ${id}`} />
                <SubmitButton busy="元に戻しています…" look="secondary">
                  元に戻す
                </SubmitButton>
              </FormCard>
            ) : null}
          </li>
        ),
      )}
    </ul>
  )
}
