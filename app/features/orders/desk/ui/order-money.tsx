import { Link } from 'react-router'
import { disputeText } from '~/features/orders/money.rules.ts'
import { href } from '~/href.ts'
import { deskDay } from '~/kernel/dates.ts'
import { formatNumber } from '~/kernel/money.ts'
import { sheetNames } from '../rules.ts'
import type { DeskMoney, DeskOrder } from '../types.ts'
import css from './order-desk.module.css'

const refundStates: Readonly<Record<string, string>> = {
  asked: '依頼中',
  pending: '手続き中',
  requires_action: '手続き中',
  succeeded: '済み',
  failed: 'できませんでした',
  canceled: '取りやめ',
}

const roles = { first: 'お支払い', second: '二つ目のお支払い', unmatched: '注文と合わないお支払い' } as const

/** Payments, refunds and disputes; for the owner only. */
export function OrderMoneyOf({
  money: { payments, refunds, disputes },
  order: { lines, number },
}: {
  readonly money: DeskMoney
  readonly order: Pick<DeskOrder, 'lines' | 'number'>
}) {
  if (payments.length === 0) return <p className="small">お支払いの記録は、まだありません。</p>
  return (
    <ul className={`stack-2 ${css.moves}`}>
      {payments.map(({ paymentIntent, receivedAt, amount, role, fee }) => (
        <li key={paymentIntent}>
          <span>
            {roles[role]} {deskDay(receivedAt)}
          </span>
          <span>{formatNumber(amount)}円</span>
          <small>
            {fee === null ? '手数料は、まだわかりません' : `手数料 ${formatNumber(fee)}円`}・{paymentIntent}
          </small>
        </li>
      ))}
      {refunds.map(({ id, askedAt, amount, state, reason, failure, isOpen, lines: parts }) => (
        <li key={id}>
          <span>
            返金（{refundStates[state] ?? state}） {deskDay(askedAt)}
          </span>
          <span>−{formatNumber(amount)}円</span>
          <small>
            {[...parts.map((part) => partText(part, lines)), reason, failure]
              .filter((each) => each !== null)
              .join('・')}
          </small>
          {isOpen ? (
            <Link to={href('/admin/orders/:number/refund', { number })}>もう一度返す・振込で返した</Link>
          ) : null}
        </li>
      ))}
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <span>{disputeText(dispute) ?? '異議申し立て（お店の主張が認められました）'}</span>
          <span>{deskDay(dispute.openedAt)}</span>
          <small>
            <Link to={href('/admin/orders/:number/evidence', { number })}>{sheetNames.evidence}</Link>
          </small>
        </li>
      ))}
    </ul>
  )
}

const partText = (
  { part, position, units, amount }: DeskMoney['refunds'][number]['lines'][number],
  lines: DeskOrder['lines'],
): string => {
  const sum = `${formatNumber(amount)}円`
  if (part === 'shipping') return `送料 ${sum}`
  return part === 'other' ? `その他 ${sum}` : `${lines[position ?? -1]?.number ?? '商品'} ×${units} ${sum}`
}
