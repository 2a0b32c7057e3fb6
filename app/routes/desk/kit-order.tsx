import type { ReactNode } from 'react'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { moveKit } from '~/features/products/desk/kit-order.commands.server.ts'
import { type Kit, kitsList } from '~/features/products/desk/ui/kits-list.tsx'
import css from '~/features/products/desk/ui/product-desk.module.css'
import { kitOrder } from '~/features/products/kit.queries.server.ts'
import { href } from '~/href.ts'
import { digestOf, listOrderMark, type Way, ways } from '~/kernel/list-order.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useOrder } from '~/ui/use-order.tsx'
import type { Route } from './+types/kit-order'

const kitWayTexts: Readonly<Record<Way, string>> = {
  first: 'いちばん上へ',
  up: '上へ',
  down: '下へ',
  last: 'いちばん下へ',
}

const signs = { first: '⤒', up: '↑', down: '↓', last: '⤓' } as const

interface Kits {
  readonly kits: readonly Kit[]
  readonly requestId: string
}

const orderMark = (kits: readonly Kit[]) => listOrderMark(kits.map(({ number }) => number))

/** Undoes the last move. */
function UndoKitMove({ kits, requestId }: Kits) {
  return (
    <FormCard failed="順番を元に戻せませんでした。">
      <input type="hidden" name="version" value={orderMark(kits)} />
      <input type="hidden" name="requestId" value={`${requestId} undo`} />
      <SubmitButton busy="戻しています…" look="secondary" name="way" value="undo">
        元に戻す
      </SubmitButton>
    </FormCard>
  )
}

function KitWays({
  kit: { number, name },
  at,
  count,
  mark,
  requestId,
  children,
}: {
  readonly kit: Kit
  readonly at: number
  readonly count: number
  readonly mark: string
  readonly requestId: string
  readonly children: ReactNode
}) {
  const open = ways.filter((way) => (way === 'first' || way === 'up' ? at > 0 : at < count - 1))
  return (
    <div className={css.moving}>
      <FormCard failed="順番を変えられませんでした。">
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="version" value={mark} />
        <input type="hidden" name="requestId" value={`${requestId} ${digestOf(number)}`} />
        <span className={`row-3 ${css.acts}`}>
          {open.map((way) => (
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
      {children}
    </div>
  )
}

const inOwnOrder = { sort: null, direction: 'asc', size: 100, page: 1, filters: {}, unknown: [] } as const

/** Kits in shop order, each with buttons and a handle to move it. */
function KitOrder({ kits, requestId }: Kits) {
  const mark = orderMark(kits)
  const { shown, handle, told } = useOrder({
    ...{ ids: kits.map(({ number }) => number), idName: 'number', version: mark, requestId },
    failed: '順番を変えられませんでした。',
  })
  const byNumber = new Map(kits.map((kit) => [kit.number, kit]))
  const rows = shown.flatMap((number) => byNumber.get(number) ?? [])
  if (rows.length === 0) return null
  return (
    <>
      {told}
      <DeskTable
        list={kitsList}
        rows={rows.map((kit, at) => ({
          ...{ ...kit, place: at + 1 },
          moves: (
            <KitWays {...{ kit, at, mark, requestId }} count={rows.length}>
              {handle(kit.name)}
            </KitWays>
          ),
        }))}
        isOwner
        asked={inOwnOrder}
        place={{ path: href('/admin/products/kit-order'), kept: {} }}
        found={{ count: rows.length, isMore: false }}
      />
    </>
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
