import { Link } from 'react-router'
import { inYen } from '~/features/orders/money.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { ButtonLink } from '~/ui/button.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { MoneySheet } from '../types.ts'
import css from './money.module.css'

/** Sends what the form showed, so that a late form is told of both values (N2). */
export function ShownValues({ sheet }: { readonly sheet: MoneySheet }) {
  return (
    <>
      <input type="hidden" name="left" value={inYen(sheet.left)} />
      <input type="hidden" name="line" value={sheet.line} />
    </>
  )
}

export function MailsBuyer({
  label,
  answer,
  onChange,
}: {
  readonly label: string
  readonly answer: DeskAnswer | undefined
  readonly onChange?: (mails: boolean) => void
}) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        name="mails"
        value="1"
        defaultChecked={answer === undefined || answer.typed.mails === '1'}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

export function MoneySums({ sheet }: { readonly sheet: MoneySheet }) {
  const rows = [
    ['支払われた金額', sheet.paid],
    ['返した金額', sheet.paid - sheet.left],
    ['返せる金額', sheet.left],
  ] as const
  return (
    <dl className={css.sums}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{inYen(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function LastAct({ sheet }: { readonly sheet: MoneySheet }) {
  const [last] = sheet.refunds
  if (last === undefined) return <Notice kind="good">{sheet.line}</Notice>
  const kind = last.state === 'failed' ? 'error' : last.state === 'asked' ? 'info' : 'good'
  return (
    <Notice kind={kind} announce>
      {inYen(last.amount)}：{last.text}
      {sheet.isCancelled ? `（${sheet.line}）` : ''}
    </Notice>
  )
}

export function RefundList({ sheet }: { readonly sheet: MoneySheet }) {
  const { number } = sheet
  if (sheet.refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds">返金</h2>
      <ul className={css.refunds}>
        {sheet.refunds.map(({ id, amount, askedAt, text, via, reason, isOpen }) => (
          <li key={id}>
            <span>{deskMoment(askedAt)}</span>
            <span className={css.amount}>{inYen(amount)}</span>
            <span>
              {via === 'outside' ? `決済会社の画面で返金されました（${text}）` : text}
              {reason === null ? null : <small>{reason}</small>}
            </span>
            {isOpen ? (
              <span className={css.acts}>
                <ButtonLink look="secondary" to={href('/admin/orders/:number/refund', { number, again: id })}>
                  もう一度カードへ返す
                </ButtonLink>
                <ButtonLink
                  look="secondary"
                  to={href('/admin/orders/:number/transfer', { number, refund: id })}
                >
                  振込で返した
                </ButtonLink>
                {sheet.isCancelled ? null : (
                  <ButtonLink
                    look="secondary"
                    to={href('/admin/orders/:number/transfer', { number, refund: id, forgo: '1' })}
                  >
                    返さなくてよくなった
                  </ButtonLink>
                )}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {sheet.cancelRefusal === null && sheet.refunds.some(({ via }) => via === 'outside') ? (
        <p>
          <Link to={href('/admin/orders/:number/cancel', { number })}>注文も取り消す</Link>
        </p>
      ) : null}
    </section>
  )
}
