import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { saveTemplates } from '~/features/orders/desk/messages.commands.server.ts'
import { messageTemplates, presentTemplates } from '~/features/orders/desk/messages.queries.server.ts'
import { longestMessage, templateField, templateNames } from '~/features/orders/desk/messages.rules.ts'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextArea } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/message-templates'

export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const texts = await messageTemplates(ctx.db)
  const present = presentTemplates(texts)
  return {
    texts,
    version: String(present.version),
    drawn: drawnWith(present),
    requestId: ctx.newId(),
    done: doneText(toldActs, url.searchParams.get('done')),
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(saveTemplates, {
      at: params,
      done: () => href('/admin/message-templates', { done: saveTemplates.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function MessageTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, version, drawn, requestId, done } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="メールの文例" back={href('/admin/more')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <DeskForm
        requestId={requestId}
        version={version}
        drawn={drawn}
        answer={answer}
        failed="文例を残せませんでした。"
        sentence="お客様にメールを書くとき、押して入れられます。"
        button="文例を残す"
        busy="残しています…"
      >
        {templateNames.map((name, at) => (
          <TextArea
            key={name}
            name={templateField(at)}
            label={name}
            rows={5}
            maxLength={longestMessage}
            defaultValue={answer?.typed[templateField(at)] ?? texts[at]}
            error={answer?.errors?.[templateField(at)]}
          />
        ))}
      </DeskForm>
    </DeskPage>
  )
}
