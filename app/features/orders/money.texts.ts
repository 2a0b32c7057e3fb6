import { displayDate } from '~/kernel/dates.ts'
import { formatYen, yen } from '~/kernel/money.ts'
import {
  type Dispute,
  disputePhase,
  givenBack,
  isGivenBack,
  notGivenBack,
  type OrderMoney,
} from './money.rules.ts'

export const inYen = (amount: number): string => `${formatYen(yen(amount))}円`

const dueText = ({ dueBy }: Dispute): string => (dueBy === null ? '' : `（回答期限 ${displayDate(dueBy)}）`)

/** What the owner reads of a dispute; null when it is over and the shop keeps the money. */
export const disputeText = (dispute: Dispute): string | null => {
  const phase = disputePhase(dispute.status)
  if (phase === 'over') return null
  if (phase === 'lost') return `異議申し立てで ${inYen(dispute.amount)} が引かれました`
  const what = phase === 'question' ? 'カード会社からの問い合わせ' : '異議申し立て'
  return `${what} ${inYen(dispute.amount)}${dueText(dispute)}`
}

/** What the owner has to know of an order's money, in a few words each (M11). */
export const moneyNotes = (money: OrderMoney): string[] => {
  const back = givenBack(money)
  const failed = notGivenBack(money)
  return [
    ...(isGivenBack(money) ? [`全額返金 ${inYen(back)}・発送しないでください`] : []),
    ...(back > 0 && !isGivenBack(money) ? [`一部返金 ${inYen(back)}`] : []),
    ...(failed > 0 && !isGivenBack(money) ? [`返金できませんでした ${inYen(failed)}`] : []),
    ...money.disputes.flatMap((dispute) => disputeText(dispute) ?? []),
  ]
}
