import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { NothingToShip } from '~/features/orders/desk/ui/nothing-to-ship.tsx'
import { type NumbersForm, saveNumbers } from '~/features/orders/parcel/commands.server.ts'
import { numbersIn } from '~/features/orders/parcel/form.server.ts'
import { markedNotToShip } from '~/features/orders/parcel/left-out.queries.server.ts'
import { markedIn, markedParameter } from '~/features/orders/parcel/marked.rules.ts'
import { drawnRow, eachItsOwn, rowMark } from '~/features/orders/parcel/number-rows.rules.ts'
import { numbersPage } from '~/features/orders/parcel/numbers.queries.server.ts'
import {
  askedFirst,
  filledFrom,
  type NumbersShown,
  shownAgain,
} from '~/features/orders/parcel/numbers-asked.queries.server.ts'
import type { DoneOrders } from '~/features/orders/parcel/rules.ts'
import { leftOut, numbersLeft, refusedFields } from '~/features/orders/parcel/texts.ts'
import css from '~/features/orders/parcel/ui/labels.module.css'
import { MarkedNotice } from '~/features/orders/parcel/ui/marked-notice.tsx'
import { MatchResult, NumberForm } from '~/features/orders/parcel/ui/numbers.tsx'
import { NumbersAsked } from '~/features/orders/parcel/ui/numbers-asked.tsx'
import { PageLinks, pageParameter } from '~/features/orders/parcel/ui/page-links.tsx'
import { href } from '~/href.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/packing-numbers'

const pageIn = (request: Request): string | null => new URL(request.url).searchParams.get('page')

const markedOf = (request: Request) => markedIn(new URL(request.url).searchParams)

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const marked = markedOf(request)
  return {
    ...(await numbersPage(ctx, actor, pageIn(request), marked)),
    marked,
    notThere: leftOut(await markedNotToShip(ctx, actor, marked)),
    requestId: ctx.newId(),
  }
}

/** Matches tracking numbers with orders, stores them, or ships with them. */
export const action = ({ request, context, params: at }: Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const done = (saved: DoneOrders, { sent, orders }: NumbersForm): string | Shown<NumbersShown> => {
    if (saved.refused.length === 0)
      return href('/admin/packing', orders.some(({ ships }) => ships) ? {} : { done: 'numbers' })
    const left = new Set(saved.refused.map(({ number }) => number))
    return {
      status: 409,
      answer: { ...numbersLeft(saved, orders), errors: refusedFields(saved), requestId: ctx.newId() },
      ...(sent && {
        more: shownAgain({ ...sent, rows: sent.rows.filter(({ number }) => left.has(number)) }),
      }),
    }
  }
  const save = press(saveNumbers, {
    at,
    done,
    first: (_ctx: AppContext, _form, form) =>
      askedFirst(ctx, personAtDesk(ctx), { form, sent: numbersIn(form) }),
  })
  const back = press(saveNumbers, {
    at,
    done,
    first: (_ctx: AppContext, _form, form) => ({
      status: 200,
      answer: {},
      more: shownAgain(numbersIn(form)),
    }),
  })
  const match = press(saveNumbers, {
    at,
    done,
    first: (_ctx: AppContext, _form, form) =>
      filledFrom(ctx, personAtDesk(ctx), {
        ...{ form, sent: numbersIn(form), page: pageIn(request), marked: markedOf(request) },
      }),
  })
  return deskAction<RequestContext, NumbersShown>(
    ctx,
    request,
    { match, back, keep: save, ship: save, '': save },
    'intent',
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function PackingNumbers({ loaderData, actionData }: Route.ComponentProps) {
  const { total, page, pages, from, carrier, marked, notThere, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const more = answer?.more
  const typed = new Map(more?.rows.map((row) => [row.number, row]))
  const orders = loaderData.orders.map(({ parcels, ...order }) => {
    const drawn = drawnRow(order.number, parcels)
    return { ...order, ...(typed.get(order.number) ?? drawn), was: rowMark(drawn) }
  })
  const stored = loaderData.orders.flatMap(({ number, parcels }) =>
    drawnRow(number, parcels).carrier === eachItsOwn
      ? parcels.map(({ carrier, tracking }) => ({ carrier: carrier ?? '', tracking: tracking ?? '' }))
      : [],
  )
  const form = {
    orders,
    above: more?.above || carrier,
    read: [...stored, ...(more?.read ?? [])],
    ambiguous: more?.ambiguous ?? [],
    twins: { ...loaderData.twins, ...more?.twins },
    requestId,
    answer,
  }
  const links = (label: string) => (
    <PageLinks
      label={label}
      page={page}
      pages={pages}
      to={(other) =>
        href('/admin/packing/numbers', { page: pageParameter(other), orders: markedParameter(marked) })
      }
    />
  )
  return (
    <DeskPage title="番号を入れる" back={href('/admin/packing')}>
      {answer === undefined ? <LeftOutNotice left={notThere} /> : null}
      <MarkedNotice marked={marked} all={href('/admin/packing/numbers')} />
      {orders.length === 0 ? (
        <NothingToShip said="発送するものはありません。">
          お支払いが済んだ注文が、ここに並びます。運送会社のファイルや送り状の番号を入れて、発送済みにします。
        </NothingToShip>
      ) : more?.asks ? (
        <NumbersAsked {...form} />
      ) : (
        <>
          {more?.file === undefined ? null : (
            <MatchResult
              found={more.file.found}
              carrier={more.file.carrier ?? form.above}
              orders={orders}
              added={more.file.added}
            />
          )}
          {pages === 1 ? null : (
            <Notice>
              発送するもの{total}件のうち、{from + 1}〜{from + orders.length}
              件目です。ほかのページへ移る前に、番号を保存してください。
            </Notice>
          )}
          {links('番号を入れるページ')}
          <div className={css.typing}>
            <NumberForm
              {...form}
              matched={`${page} ${JSON.stringify(more?.file?.found)}`}
              pasted={answer?.typed.pasted ?? ''}
            />
          </div>
          {links('ほかのページ')}
        </>
      )}
    </DeskPage>
  )
}
