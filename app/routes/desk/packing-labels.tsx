import { data, redirect } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { confirmAgain, confirmationRefusals } from '~/features/desk/access/door.commands.server.ts'
import { ConfirmAgain } from '~/features/desk/access/ui/confirm-again.tsx'
import { saveLabelTexts } from '~/features/orders/parcel/commands.server.ts'
import { labelTextsIn } from '~/features/orders/parcel/form.server.ts'
import { labelPage, labelQuestion } from '~/features/orders/parcel/labels.queries.server.ts'
import { mostLabels } from '~/features/orders/parcel/labels.rules.ts'
import { foreignFormText } from '~/features/orders/parcel/texts.ts'
import { LabelChooser, LabelCorrections, LabelFiles } from '~/features/orders/parcel/ui/labels.tsx'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { fieldOf, formOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer, otherContent } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm, type FormAnswer } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-labels'

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
  return redirect(here)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingLabels({ loaderData, actionData }: Route.ComponentProps) {
  const { choice, labels, isOwner, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="送り状" back={href('/admin/packing')}>
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
