import { data, Link } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { carrierNames, carriers, parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { markedSeen } from '~/features/orders/desk/list.queries.server.ts'
import { type AgainKind, againKinds, mostMailedAgain, severalActs } from '~/features/orders/desk/rules.ts'
import {
  type DoneSeveral,
  mailSeveral,
  noteSeveral,
  shipSeveral,
} from '~/features/orders/desk/several.commands.server.ts'
import { mailsToSendAgain } from '~/features/orders/desk/several.queries.server.ts'
import css from '~/features/orders/desk/ui/order-desk.module.css'
import { mailNames } from '~/features/orders/facts.rules.ts'
import { lastCarrier } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { longestNote, undoMinutes } from '~/features/orders/shipping.rules.ts'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { markOf, marksOf } from '~/kernel/desk-list.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { namesTold } from '~/kernel/left-out.ts'
import { queryOf } from '~/kernel/list-address.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { Chip, Choices } from '~/ui/filters.tsx'
import { TextArea } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/marked-orders'

const titles = {
  shipping: '選んだ注文を発送済みにする',
  note: '選んだ注文にメモを書く',
  mail: '選んだ注文のメールを送り直す',
}

const actOf = (typed: string) => severalActs.find((each) => each === typed)

/** The marked orders that this person may see, and for mails how many there are of each kind. */
export const loader = async ({ params, url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const act = actOf(params.act)
  if (act === undefined || (act === 'mail' && !isShopOwner(actor))) throw data(null, { status: 404 })
  const marks = marksOf(query, 'order') ?? []
  const kind = againKinds.find((each) => each === query.get('kind')) ?? againKinds[0]
  const orders = await markedSeen(ctx.db, actor, ctx.demo, marks, ctx.now())
  return {
    act,
    kind,
    orders,
    carrier: act === 'shipping' ? ((await lastCarrier(ctx.db)) ?? '') : '',
    mails:
      act === 'mail'
        ? await mailsToSendAgain(
            ctx,
            orders.map(({ number }) => number),
          )
        : null,
    requestId: ctx.newId(),
  }
}

interface More {
  readonly done: readonly string[]
}

const told = ({ done, left }: DoneSeveral): Shown<More> => ({
  status: left.length > 0 ? 409 : 200,
  answer: { left },
  more: { done },
})

/** Ships, notes or mails what the form names. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const presses = {
    shipping: press(shipSeveral, { at: params, done: told }),
    note: press(noteSeveral, { at: params, done: told }),
    mail: press(mailSeveral, { at: params, done: told }),
  }
  const act = actOf(params.act)
  if (act === undefined) throw data(null, { status: 404 })
  return deskAction<RequestContext, More>(ctx, request, presses[act])
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

// What was done is told by the answer, and the marks are of the page as it was.
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) => formMethod !== 'POST' && defaultShouldRevalidate

const doneTexts = {
  shipping: (count: number) =>
    `${count}件を発送済みにしました。メールは${undoMinutes}分後に送り、それまでは発送作業で元に戻せます。`,
  note: (count: number) => `${count}件にメモを書きました。`,
  mail: (count: number) => `${count}件のメールを送り直しました。`,
}

function MailKinds({
  kind: chosen,
  mails,
  orders,
}: {
  readonly kind: AgainKind
  readonly mails: Readonly<Record<AgainKind, number>>
  readonly orders: readonly { readonly number: string; readonly version: number }[]
}) {
  const marks = orders
    .map(({ number, version }) => `order=${encodeURIComponent(markOf(number, version))}`)
    .join('&')
  return (
    <Choices name="送り直すメール">
      {againKinds.map((kind) => (
        <Chip
          key={kind}
          to={`${href('/admin/orders/marked/:act', { act: 'mail' })}${queryOf([['kind', kind]])}&${marks}`}
          isChosen={kind === chosen}
        >
          {mailNames[kind]} {mails[kind]}通
        </Chip>
      ))}
    </Choices>
  )
}

/** What is odd about a number, before its parcel leaves (N15). */
function Odd({ warning }: { readonly warning: string | null }) {
  return warning === null ? null : <strong className={css.odd}>{warning}</strong>
}

export default function MarkedOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { act, kind, orders, carrier, mails, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const done = answer?.more?.done
  const count = act === 'mail' ? (mails?.[kind] ?? 0) : orders.length
  const isTooMany = act === 'mail' && orders.length > mostMailedAgain
  const withoutParcel = orders.filter(({ parcels }) => parcels.length === 0).length
  return (
    <DeskPage title={titles[act]} back={href('/admin/orders')}>
      {done === undefined || done.length === 0 ? null : (
        <Notice
          kind="good"
          announce
          actions={
            <>
              <Link to={href('/admin/orders')}>注文の一覧へ</Link>
              {act === 'shipping' ? <Link to={href('/admin/packing')}>発送作業へ</Link> : null}
            </>
          }
        >
          <p>{doneTexts[act](done.length)}</p>
          <p>{namesTold(done, '件')}</p>
        </Notice>
      )}
      {orders.length === 0 ? (
        <p>注文が選ばれていません。一覧で印をつけてから、もう一度お試しください。</p>
      ) : isTooMany ? (
        <Notice kind="error">メールは一度に{mostMailedAgain}件までです。一覧で選び直してください。</Notice>
      ) : done !== undefined ? (
        <LeftOutNotice left={answer?.left} />
      ) : (
        <>
          {mails === null ? null : <MailKinds kind={kind} mails={mails} orders={orders} />}
          {count === 0 ? (
            <p>選んだ注文に、送り直せる「{mailNames[kind]}」のメールはありません。</p>
          ) : (
            <DeskForm
              requestId={answer?.requestId ?? requestId}
              answer={answer}
              failed={act === 'mail' ? 'メールを送れませんでした。' : '何も変わっていません。'}
              button={
                act === 'shipping'
                  ? `${count}件を発送済みにする`
                  : act === 'note'
                    ? `${count}件にメモを書く`
                    : `${mailNames[kind]}を${count}通送り直す`
              }
              busy={act === 'mail' ? '送っています…' : '書いています…'}
              {...(act === 'shipping'
                ? { sentence: `メールは${undoMinutes}分後に送り、それまでは発送作業で元に戻せます。` }
                : {})}
            >
              <ul className={css.marked} aria-label="選んだ注文">
                {orders.map(({ number, name, version, parcels, line }) => (
                  <li key={number}>
                    <input type="hidden" name="order" value={markOf(number, version)} />
                    <Link to={href('/admin/orders/:number', { number })}>{number}</Link>
                    <span>{name === null ? '（名前なし）' : withHonorific(name)}</span>
                    <span className="small">{line}</span>
                    {act === 'shipping' ? (
                      <>
                        <span className="small">{parcelsText(parcels) || '番号・配送会社なし'}</span>
                        <Odd warning={parcelsWarning(parcels)} />
                      </>
                    ) : null}
                  </li>
                ))}
              </ul>
              {act === 'mail' ? <input type="hidden" name="kind" value={kind} /> : null}
              {act === 'shipping' && withoutParcel > 0 ? (
                <label className={css.markedCarrier}>
                  <span>配送会社（番号も配送会社もない{withoutParcel}件）</span>
                  <select name="carrier" defaultValue={answer?.typed.carrier ?? carrier}>
                    <option value="">決めない</option>
                    {carriers.map((each) => (
                      <option key={each} value={each}>
                        {carrierNames[each]}
                      </option>
                    ))}
                  </select>
                </label>
              ) : null}
              {act === 'note' ? (
                <TextArea
                  name="text"
                  label="メモ"
                  required
                  rows={4}
                  maxLength={longestNote}
                  hint="選んだ注文のそれぞれに、同じメモを書きます。お客様には見えません。"
                  defaultValue={answer?.typed.text ?? ''}
                  error={answer?.errors?.text}
                />
              ) : null}
            </DeskForm>
          )}
        </>
      )}
    </DeskPage>
  )
}
