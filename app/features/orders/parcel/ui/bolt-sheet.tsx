import type { BoltsOfLine } from '~/features/stock/rules.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './packing.module.css'

/** 別の反物から: chooses the bolt that a line is cut from. */
export function BoltSheet({
  line,
  requestId,
  answer,
}: {
  readonly line: BoltsOfLine
  readonly requestId: string
  readonly answer: FormAnswer | undefined
}) {
  const { units, bolt, others, isCut } = line
  if (isCut) return <Notice>もう裁った布です。裁ち直すときは、先に「裁った」の印を外してください。</Notice>
  if (others.length === 0) return <Notice>{`${units}枚を裁てる反物は、ほかにありません。`}</Notice>
  return (
    <DeskForm
      requestId={requestId}
      answer={answer}
      failed="反物を替えられませんでした。"
      sentence={`${units}枚を、選んだ反物から裁ちます。`}
      button="この反物から裁つ"
      busy="替えています…"
    >
      <input type="hidden" name="from" value={bolt.label} />
      <fieldset className={css.bolts}>
        <legend>反物</legend>
        {others.map(({ label, left }, at) => (
          <label key={label} className={css.tick}>
            <input type="radio" name="to" value={label} required defaultChecked={at === 0} />
            <span>{`反物 ${label}（残り${left}枚 → ${left - units}枚）`}</span>
          </label>
        ))}
      </fieldset>
    </DeskForm>
  )
}
