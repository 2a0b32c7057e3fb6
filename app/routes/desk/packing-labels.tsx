import { data, Form, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { confirmAgain, confirmationRefusals } from '~/features/desk/access/door.commands.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { saveLabelTexts } from '~/features/orders/parcel/commands.server.ts'
import { labelTextsIn } from '~/features/orders/parcel/form.server.ts'
import { labelPage, labelQuestion } from '~/features/orders/parcel/labels.queries.server.ts'
import {
  formatNames,
  type Label,
  type LabelFormat,
  type LabelProblem,
  labelFieldNames,
  labelFormats,
  mostLabels,
  rowsPerFile,
} from '~/features/orders/parcel/labels.rules.ts'
import { foreignFormText, leftOut } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/labels.module.css'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer, otherContent } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskMore, DeskPage } from '~/ui/desk-page.tsx'
import { SubmitButton, TextField } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-labels'

interface LabelChoice {
  readonly format: LabelFormat
  readonly date: string
  /** '' for the orders to ship. */
  readonly from: string
  readonly to: string
}

/** Chooses labels: carrier's format, shipping day, and the days of shipped orders. */
function LabelChooser({ format, date, from, to, isOwner }: LabelChoice & { readonly isOwner: boolean }) {
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

function LabelFiles({
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
function LabelCorrections({
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

/** The labels of the chosen days and their files; 404 for days that this person may not see. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const query = new URL(request.url).searchParams
  const question = actor.kind === 'desk' ? labelQuestion(query, actor, ctx.now()) : null
  if (question === null) throw data(null, { status: 404 })
  const { format, date, asksAgain } = question
  const choice = { format, date, from: query.get('from') ?? '', to: query.get('to') ?? '' }
  const known = { choice, isOwner: isShopOwner(actor), requestId: ctx.newId() }
  if (asksAgain) return { ...known, labels: null }
  const { files, ...labels } = await labelPage(ctx, question)
  return { ...known, labels: { ...labels, files: files.length } }
}

/** Stores corrected label texts. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const form = await formOf(request)
  const asked = new URL(request.url).searchParams
  const [format, date, from, to] = ['format', 'date', 'from', 'to'].map((name) => asked.get(name) ?? '')
  const here = href('/admin/packing/labels', { format, date, from, to })
  if (fieldOf(form, 'intent') === 'confirm') {
    const confirmed = await confirmAgain(ctx, actor, form)
    if (confirmed.ok) return redirect(here)
    const refusal = confirmationRefusals[confirmed.error]
    return data<FormAnswer>(asFormAnswer(refusal), { status: refusal.status })
  }
  const requestId = requestIdOf(form)
  if (requestId === '') return data<FormAnswer>({ failure: foreignFormText }, { status: 400 })
  const kept = await saveLabelTexts(ctx, actor, { requestId, texts: labelTextsIn(form) })
  if (!kept.ok) return data<FormAnswer>({ failure: otherContent.text }, { status: otherContent.status })
  const left = leftOut(kept.value.refused)
  if (left.length > 0) return data<FormAnswer>({ left }, { status: 409 })
  return redirect(here)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingLabels({ loaderData, actionData }: Route.ComponentProps) {
  const { choice, labels, isOwner, requestId } = loaderData
  const { left, ...answer } = useLastAnswer(actionData) ?? {}
  return (
    <DeskPage title="送り状" back={href('/admin/packing')}>
      <LeftOutNotice left={left} />
      <LabelChooser key={JSON.stringify(choice)} {...choice} isOwner={isOwner} />
      {labels === null ? (
        <DeskForm
          requestId={requestId}
          answer={answer}
          failed="確かめられませんでした。"
          sentence="2日分以上の送り状は、ご本人と確かめてからお出しします。"
          button="送り状を出す"
          busy="確かめています…"
        >
          <input type="hidden" name="intent" value="confirm" />
          <ConfirmAgain asks errors={answer?.errors} />
        </DeskForm>
      ) : (
        <>
          {labels.total === 0 && !labels.isTooMany ? <p>送り状にするものはありません。</p> : null}
          {labels.isTooMany ? (
            <Notice kind="error">{mostLabels}件を超えています。日にちを分けてください。</Notice>
          ) : null}
          {labels.leftOut === 0 ? null : (
            <Notice>
              裁つ順の先頭から{mostLabels}件です。ほかの{labels.leftOut}件は、これらの発送を済ませると出ます。
            </Notice>
          )}
          {labels.signs.length === 0 ? null : (
            <Notice kind="error">
              お店の設定の送り主か内容品に、送り状に印刷できない文字があります：{labels.signs.join('')}
            </Notice>
          )}
          <LabelFiles {...choice} files={labels.files} fitting={labels.fitting} />
          <LabelCorrections rows={labels.bad} requestId={requestId} answer={answer} />
        </>
      )}
    </DeskPage>
  )
}
