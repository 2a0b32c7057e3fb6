import { useMemo, useRef } from 'react'
import { data, Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { writeMessage } from '~/features/orders/desk/messages.commands.server.ts'
import { messageTemplates } from '~/features/orders/desk/messages.queries.server.ts'
import { longestMessage, templateNames } from '~/features/orders/desk/messages.rules.ts'
import { deskOrder } from '~/features/orders/desk/page.queries.server.ts'
import { sheetNames } from '~/features/orders/desk/rules.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { addressee } from '~/features/orders/rules.ts'
import { href } from '~/href.ts'
import { fieldOf } from '~/kernel/form.ts'
import { formatNumber } from '~/kernel/money.ts'
import { summaryLine } from '~/kernel/text.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { TextArea } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import type { Route } from './+types/order-message'

/** `template` fills the field in for whoever has no script. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const order = await deskOrder(ctx.db, ownerAtDesk(ctx), params.number, ctx.now(), toldActs)
  if (!order?.sheets.includes('message')) throw data(null, { status: 404 })
  const templates = (await messageTemplates(ctx.db)).flatMap((text, at) =>
    text === '' ? [] : [{ name: templateNames[at] ?? '', key: String(at + 1), text }],
  )
  const asked = url.searchParams.get('template')
  return {
    number: order.number,
    to: addressee(order.buyer),
    email: order.owners?.email ?? '',
    templates,
    filled: templates.find(({ key }) => key === asked)?.text ?? '',
    requestId: ctx.newId(),
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(writeMessage, {
      at: params,
      done: (_, { number }) => href('/admin/orders/:number', { number, done: writeMessage.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

const textIn = (form: FormData) => ({ text: fieldOf(form, 'text') })

export default function OrderMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, to, email, templates, filled, requestId } = loaderData
  const given = useLastAnswer(actionData)
  // One object for an answer, by which the draft knows whether it is new.
  const answer = useMemo(() => given && { ...given, typed: { text: given.typed.text ?? '' } }, [given])
  const field = useRef<HTMLDivElement>(null)
  const draft = useDeskDraft({
    name: ['message', number],
    typedIn: textIn,
    saved: { text: filled },
    base: { requestId, version: '', drawn: '', id: '' },
    answer,
    savedAs: ['order.message'],
  })
  /** Behind what stands there already, so that nothing typed is lost. */
  const add = (text: string) => {
    const area = field.current?.querySelector('textarea')
    if (!area) return
    area.focus()
    area.value = [area.value.trimEnd(), text].filter((each) => each !== '').join('\n\n')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <DeskPage title={sheetNames.message} back={href('/admin/orders/:number', { number })}>
      <p>
        {to}（{email}）
      </p>
      <section className={css.section} aria-label="文例">
        {templates.length === 0 ? (
          <p className="small">よく使う文を、3つまで文例にしておけます。</p>
        ) : (
          <ul className={css.templates}>
            {templates.map(({ name, key, text }) => (
              <li key={key}>
                <Link
                  className="tap"
                  to={href('/admin/orders/:number/message', { number, template: key })}
                  onClick={(event) => {
                    event.preventDefault()
                    add(text)
                  }}
                >
                  {name}を入れる
                </Link>
                <span className="small">{summaryLine(text, 40)}</span>
              </li>
            ))}
          </ul>
        )}
        <p>
          <Link className="tap" to={href('/admin/message-templates')}>
            文例を書く・直す
          </Link>
        </p>
      </section>
      <div ref={field}>
        <DeskForm
          requestId={requestId}
          answer={answer}
          draft={draft}
          failed="メールを送れませんでした。"
          sentence="お返事は、お店のメールアドレスに届きます。新しい商品の案内など、広告は書けません（広告のメールには、前もっての同意が要ります）。"
          button="お客様に送る"
          busy="送っています…"
        >
          <TextArea
            name="text"
            label="文面"
            required
            rows={10}
            maxLength={longestMessage}
            hint={`お名前の下に、このまま載ります。注文番号とお店の連絡先は、自動で付きます。${formatNumber(longestMessage)}文字まで。`}
            defaultValue={draft.start.text}
            error={answer?.errors?.text}
          />
        </DeskForm>
      </div>
    </DeskPage>
  )
}
