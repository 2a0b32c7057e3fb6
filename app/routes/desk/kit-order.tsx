import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveKit } from '~/features/products/desk/kit-order.commands.server.ts'
import css from '~/features/products/desk/ui/product-desk.module.css'
import { kitOrder } from '~/features/products/kit.queries.server.ts'
import { href } from '~/href.ts'
import { listOrderMark, type Way, ways } from '~/kernel/list-order.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/kit-order'

const kitWayTexts: Readonly<Record<Way, string>> = {
  first: 'いちばん上へ',
  up: '上へ',
  down: '下へ',
  last: 'いちばん下へ',
}

const signs = { first: '⤒', up: '↑', down: '↓', last: '⤓' } as const

interface Kit {
  readonly number: string
  readonly name: string
}

interface Kits {
  readonly kits: readonly Kit[]
  readonly requestId: string
}

const markOf = (kits: readonly Kit[]) => listOrderMark(kits.map(({ number }) => number))

/** Undoes the last move. */
function UndoKitMove({ kits, requestId }: Kits) {
  return (
    <FormCard failed="順番を元に戻せませんでした。">
      <input type="hidden" name="version" value={markOf(kits)} />
      <input type="hidden" name="requestId" value={`${requestId} undo`} />
      <SubmitButton busy="戻しています…" look="secondary" name="way" value="undo">
        元に戻す
      </SubmitButton>
    </FormCard>
  )
}

/** Kits in shop order, each with buttons to move it. */
function KitOrder({ kits, requestId }: Kits) {
  const mark = markOf(kits)
  const waysAt = (at: number): readonly Way[] =>
    ways.filter((way) => (way === 'first' || way === 'up' ? at > 0 : at < kits.length - 1))
  return (
    <ol className={css.rows}>
      {kits.map(({ number, name }, at) => (
        <li key={number} className={css.ordered}>
          <span>
            <strong>{number}</strong> {name}
          </span>
          <FormCard failed="順番を変えられませんでした。">
            <input type="hidden" name="number" value={number} />
            <input type="hidden" name="version" value={mark} />
            <input type="hidden" name="requestId" value={`${requestId} ${number}`} />
            <span className={`row-3 ${css.acts}`}>
              {waysAt(at).map((way) => (
                <SubmitButton
                  key={way}
                  busy="…"
                  look="secondary"
                  name="way"
                  value={way}
                  aria-label={`${name}を${kitWayTexts[way]}`}
                >
                  {signs[way]}
                </SubmitButton>
              ))}
            </span>
          </FormCard>
        </li>
      ))}
    </ol>
  )
}

/** The kits on sale in the order of the shop. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const isMoved = new URL(request.url).searchParams.get('done') === 'moved'
  return readOrUnavailable(ctx, 'order of kits', async (db) => ({
    kits: await kitOrder(db),
    isMoved,
    requestId: ctx.newId(),
  }))
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(moveKit, { at: {}, done: () => href('/admin/products/kit-order', { done: 'moved' }) }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function KitOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kits, isMoved, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="キットの順番" back={href('/admin/products')}>
      {answer === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
      {isMoved && answer === undefined ? (
        <Notice kind="good" announce>
          順番を変えました。
        </Notice>
      ) : null}
      {isMoved ? <UndoKitMove kits={kits} requestId={requestId} /> : null}
      <p>お客様が見る「キット」の並びです。新しいキットは、いちばん上に入ります。</p>
      {kits.length === 0 ? <EmptyBox>販売しているキットはありません。</EmptyBox> : null}
      <KitOrder kits={kits} requestId={requestId} />
      <ButtonLink look="secondary" to={href('/kits')}>
        お客様のページを見る
      </ButtonLink>
    </DeskPage>
  )
}
