import { Link } from 'react-router'
import type { LeftOut } from '~/kernel/left-out.ts'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { LabelChoice } from '../labels.rules.ts'
import { mostChosen } from '../rules.ts'
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
  /** Null where the address names the orders. */
  readonly which: LabelChoice | null
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

/** That a page shows the orders that were chosen elsewhere, which of them it leaves out (N90), and the way to all. */
export function ChosenNotice({
  count,
  left,
  further,
  all,
}: {
  readonly count: number
  readonly left: readonly LeftOut[]
  /** More than the page takes. */
  readonly further: number
  /** The page without a choice. */
  readonly all: string
}) {
  return (
    <>
      <LeftOutNotice left={left} />
      <Notice>
        {further === 0 ? '' : `一度に選べるのは${mostChosen}件までです。あとの${further}件は入っていません。`}
        選んだ{count}件を表示しています。<Link to={all}>すべての注文から選ぶ</Link>
      </Notice>
    </>
  )
}
