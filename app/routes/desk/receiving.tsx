import { data, Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import css from '~/features/stock/desk/ui/receive-rows.module.css'
import { undoReceiving } from '~/features/stock/receiving.commands.server.ts'
import { receivingAt } from '~/features/stock/receiving.queries.server.ts'
import { type ReceivedPiece, type Receiving, undoDays } from '~/features/stock/receiving.rules.ts'
import { href } from '~/href.ts'
import { mayCountStock } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { doneText } from '~/kernel/facts.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/receiving'

/** What came at one time and what became of it, for who may count (K21). */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (!mayCountStock(personAtDesk(ctx))) throw data(null, { status: 404 })
  const receiving = await receivingAt(ctx.db, params.id)
  if (receiving === undefined) throw data(null, { status: 404 })
  return {
    receiving,
    mayUndo: receiving.undoneAt === null && ctx.now() - receiving.receivedAt <= undoDays * 86_400_000,
    done: doneText(toldActs, url.searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(undoReceiving, {
      at: params,
      done: (_, { id }) => href('/admin/receive/:id', { id, done: undoReceiving.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

/** What an undo does or did not do to a piece; '' where there is nothing to say. */
const keptText = ({ state, isFree }: ReceivedPiece, isUndone: boolean): string => {
  if (state === 'undone') return ''
  if (state === 'counted')
    return isUndone ? '数え直したので残しました' : '数え直したので、取り消しても残ります'
  if (isUndone) return '約束・取り置きがあるか、もう棚になかったので残しました'
  return isFree ? '' : '約束・取り置きがあるか、もう棚にないので、取り消しても残ります'
}

function Product({
  product: { number, name, isKit, pieces },
  isUndone,
}: {
  readonly product: Receiving['products'][number]
  readonly isUndone: boolean
}) {
  return (
    <li>
      <Link to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}>
        {`${name}（${number}）`}
      </Link>
      {pieces.map((piece) => {
        const kept = keptText(piece, isUndone)
        return (
          <span key={piece.label}>
            {isKit ? `${piece.units}点` : `反物 ${piece.label}　${piece.units}枚`}
            {piece.state === 'undone' ? '（取り消しました）' : ''}
            {kept === '' ? null : <span className={css.left}>{`（${kept}）`}</span>}
          </span>
        )
      })}
    </li>
  )
}

export default function ReceivingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receiving, mayUndo, done, requestId } = loaderData
  const { receivedAt, receivedBy, undoneAt, products } = receiving
  const answer = useLastAnswer(actionData)
  const isUndone = undoneAt !== null
  return (
    <DeskPage title="受け取ったもの" back={href('/admin/receive')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <p>
        {`${deskMoment(receivedAt)}に受け取りました${receivedBy === 'owner' ? '' : `（${receivedBy}）`}。`}
        {isUndone ? `${deskMoment(undoneAt)}に取り消しました。` : null}
      </p>
      <ul className={css.list}>
        {products.map((product) => (
          <Product key={product.number} product={product} isUndone={isUndone} />
        ))}
      </ul>
      {mayUndo || answer !== undefined ? (
        <DeskForm
          requestId={requestId}
          answer={answer}
          failed="取り消せませんでした。"
          sentence={`受け取ってから${undoDays}日のあいだ、取り消せます。約束・取り置きのある布と、数え直した棚の布は残ります。`}
          button="取り消す"
          busy="取り消しています…"
          danger
        />
      ) : null}
      <ButtonLink look="secondary" to={href('/admin/receive')}>
        続けて受け取る
      </ButtonLink>
    </DeskPage>
  )
}
