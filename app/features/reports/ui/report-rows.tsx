import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { namesOfStops, type ShownOutcome, type WaitingCase } from '../outcomes.rules.ts'
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
  answer,
}: {
  readonly outcomes: readonly ShownOutcome[]
  readonly requestId: string
  /** To an undo of one of them. */
  readonly answer?: DeskAnswer | undefined
}) {
  const isBesideRow = outcomes.some(({ caseId, mayUndo }) => mayUndo && caseId === answer?.typed.case)
  return (
    <>
      {answer?.failure === undefined || isBesideRow ? null : <Notice kind="error">{answer.failure}</Notice>}
      <ul className={css.rows}>
        {outcomes.map(
          ({
            id,
            caseId,
            version,
            what,
            text,
            reason,
            happenedAt,
            actorName,
            isUndone,
            held,
            ended,
            mayUndo,
          }) => (
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
              {held.length === 0 ? null : (
                <span className={css.about}>{`いまも、${namesOfStops(held)}を止めています。`}</span>
              )}
              {ended.length === 0 ? null : (
                <span className={css.about}>
                  {`${namesOfStops(ended)}は、そのあと会員のページで戻しました。この対応を元に戻しても、変わりません。`}
                </span>
              )}
              {mayUndo ? (
                <FormCard
                  failed="元に戻せませんでした。"
                  failure={answer?.typed.case === caseId ? answer.failure : undefined}
                >
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
    </>
  )
}
