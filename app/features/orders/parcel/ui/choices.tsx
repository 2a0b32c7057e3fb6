import { Link } from 'react-router'
import type { LabelChoice } from '../labels.rules.ts'
import css from './labels.module.css'

const names: Readonly<Record<LabelChoice, string>> = {
  new: 'まだのもの',
  ticked: '印のあるもの',
  all: 'すべて',
  none: '1件ずつ選ぶ',
}

/** Which orders are chosen before she chooses by row (N95), each with how many they are. */
export function OrderChoices({
  which,
  shown,
  counts,
  to,
}: {
  readonly which: LabelChoice
  readonly shown: readonly LabelChoice[]
  readonly counts: Readonly<Partial<Record<LabelChoice, number>>>
  readonly to: (which: LabelChoice) => string
}) {
  return (
    <nav aria-label="注文の選び方" className={css.choices}>
      {shown.map((each) => (
        <Link key={each} to={to(each)} aria-current={each === which ? 'true' : undefined} replace>
          {names[each]}
          {counts[each] === undefined ? null : `（${counts[each]}）`}
        </Link>
      ))}
    </nav>
  )
}
