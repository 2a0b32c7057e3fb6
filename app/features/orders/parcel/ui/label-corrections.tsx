import { withHonorific } from '~/kernel/honorific.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { type Label, type LabelProblem, labelFieldNames, longestLabelText } from '../labels.rules.ts'
import css from './labels.module.css'

/** Labels that do not fit or cannot be printed: left out of the files until corrected; corrections are stored with the order. */
export function LabelCorrections({
  rows,
  requestId,
  answer,
}: {
  readonly rows: readonly { readonly label: Label; readonly problems: readonly LabelProblem[] }[]
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  if (rows.length === 0) return null
  const own = answer?.act === 'texts' ? answer : undefined
  return (
    <section aria-labelledby="label-mending" className={css.mending}>
      <h2 id="label-mending">直すところ {rows.length}件</h2>
      <p>
        次の注文は、このままではファイルに入りません。送り状にだけ使う書き方をここで決めます。ご注文の内容は変わりません。
      </p>
      <FormCard failure={own?.failure} failed="保存できませんでした。">
        <input type="hidden" name="act" value="texts" />
        <input type="hidden" name="requestId" value={own?.requestId ?? `${requestId}-texts`} />
        {rows.map(({ label, problems }) => (
          <fieldset key={label.number} className={css.row}>
            <legend>
              {label.name === '' ? label.number : withHonorific(label.name)} <small>{label.number}</small>
            </legend>
            {problems.map(({ field, text }) => (
              <TextField
                key={field}
                name={`label:${label.number}:${field}`}
                label={labelFieldNames[field]}
                required={field !== 'building'}
                defaultValue={label[field]}
                error={text}
                maxLength={longestLabelText}
              />
            ))}
          </fieldset>
        ))}
        <SubmitButton look="secondary" busy="保存しています…">
          この書き方にする
        </SubmitButton>
      </FormCard>
    </section>
  )
}
