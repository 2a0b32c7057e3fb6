import { Form } from 'react-router'
import { href } from '~/href.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { SubmitButton, TextField } from '~/ui/form.tsx'
import {
  formatNames,
  type Label,
  type LabelFormat,
  type LabelProblem,
  labelFieldNames,
  labelFormats,
  rowsPerFile,
} from '../labels.rules.ts'
import css from './labels.module.css'

interface LabelChoice {
  readonly format: LabelFormat
  readonly date: string
  /** '' for the orders to ship. */
  readonly from: string
  readonly to: string
}

/** Chooses labels: carrier's format, shipping day, and the days of shipped orders. */
export function LabelChooser({
  format,
  date,
  from,
  to,
  isOwner,
}: LabelChoice & { readonly isOwner: boolean }) {
  return (
    <Form method="get" action={href('/admin/packing/labels')} className={css.chooser}>
      <label className={css.field}>
        送り状の種類
        <select name="format" defaultValue={format}>
          {labelFormats.map((each) => (
            <option key={each} value={each}>
              {formatNames[each]}
            </option>
          ))}
        </select>
      </label>
      <label className={css.field}>
        発送する日
        <input type="date" name="date" defaultValue={date} />
      </label>
      <DeskMore name="発送済みの送り状をもう一度" isOpen={from !== ''}>
        <label className={css.field}>
          発送した日
          <input type="date" name="from" defaultValue={from} />
        </label>
        {isOwner ? (
          <label className={css.field}>
            から（この日まで）
            <input type="date" name="to" defaultValue={to} />
          </label>
        ) : null}
      </DeskMore>
      <SubmitButton look="secondary" busy="調べています…">
        この内容で作る
      </SubmitButton>
    </Form>
  )
}

export function LabelFiles({
  format,
  date,
  from,
  to,
  files,
  fitting,
}: LabelChoice & { readonly files: number; readonly fitting: number }) {
  if (files === 0) return null
  return (
    <section aria-labelledby="label-files" className={css.files}>
      <h2 id="label-files">{fitting}件の送り状</h2>
      {Array.from({ length: files }, (_, at) => String(at + 1)).map((part) => (
        <a
          key={part}
          className={css.file}
          href={href('/admin/packing/labels/file', { format, date, from, to, part })}
          download
        >
          {files === 1 ? 'ファイルを保存する' : `${part}つ目のファイルを保存する`}
        </a>
      ))}
      {format === 'clickpost' && files > 1 ? (
        <p>{`クリックポストは1回に${rowsPerFile.clickpost}件までです。`}</p>
      ) : null}
    </section>
  )
}

/** Labels that do not fit or cannot be printed: left out of the files until corrected; corrections are stored with the order. */
export function LabelCorrections({
  rows,
  requestId,
  answer,
}: {
  readonly rows: readonly { readonly label: Label; readonly problems: readonly LabelProblem[] }[]
  readonly requestId: string
  readonly answer: FormAnswer | undefined
}) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="label-mending" className={css.mending}>
      <h2 id="label-mending">直すところ {rows.length}件</h2>
      <p>次の注文は、まだファイルに入っていません。送り状にだけ使う書き方をここで決めます。</p>
      <DeskForm
        requestId={requestId}
        answer={answer}
        failed="保存できませんでした。"
        sentence="ご注文の内容は変わりません。"
        button="この書き方にする"
        busy="保存しています…"
      >
        {rows.map(({ label, problems }) => (
          <fieldset key={label.number} className={css.row}>
            <legend>
              {label.name === '' ? label.number : `${label.name} 様`} <small>{label.number}</small>
            </legend>
            {problems.map(({ field, text }) => (
              <TextField
                key={field}
                name={`label:${label.number}:${field}`}
                label={labelFieldNames[field]}
                required={field !== 'building'}
                defaultValue={label[field]}
                error={text}
                maxLength={200}
              />
            ))}
          </fieldset>
        ))}
      </DeskForm>
    </section>
  )
}
