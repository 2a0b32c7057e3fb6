import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { exchangeLine, undoExchange } from '~/features/orders/exchange/commands.server.ts'
import { wantedInAddress } from '~/features/orders/exchange/form.server.ts'
import { exchangeInView, exchangeSheet } from '~/features/orders/exchange/queries.server.ts'
import { exchangeRefusals } from '~/features/orders/exchange/texts.ts'
import {
  ChooseExchange,
  ExchangeForm,
  ExchangeList,
  UndoForm,
} from '~/features/orders/exchange/ui/exchange-forms.tsx'
import { productsNumbered, productsToChoose } from '~/features/products/desk/queries.server.ts'
import { whatWasFound } from '~/features/products/desk/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { isConfirmed } from '~/kernel/actor.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/exchange'

/** The exchanges of one order, and the one that the address asks about; 404 for everybody but the owner. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const owner = ownerAtDesk(ctx)
  const sheet = await exchangeSheet(ctx, params.number)
  if (sheet === undefined) throw data(null, { status: 404 })
  const shown = { sheet, asks: !isConfirmed(owner, ctx.now()), requestId: ctx.newId() }
  const { position, units, number, search, undo } = wantedInAddress(url.searchParams)
  const undone = sheet.exchanges.find(({ id, isUndone }) => id === undo && !isUndone)
  const asked = {
    position,
    units: Number.isNaN(units) || units === 0 ? '' : String(units),
    to: number,
    search,
  }
  const choosing = { ...shown, asked, undone: null, wanted: null, failure: null, found: [] }
  if (undone !== undefined) return { ...choosing, undone }
  if (number === '' && search === '') return choosing
  // What is typed anew is meant, also beside a product that was chosen before.
  const named = search === '' ? number : (productNumber(search) ?? '')
  const [product] = named === '' ? [] : await productsNumbered(ctx.db, [named], null)
  if (product === undefined) {
    const found = search === '' ? [] : await productsToChoose(ctx.db, readSearch(search), null)
    const failure =
      search === '' ? exchangeRefusals['not-on-sale'].text : whatWasFound(readSearch(search), found.length)
    return { ...choosing, found, failure }
  }
  const view = await exchangeInView(ctx.db, sheet, { position, units, number: product.number }, ctx.now())
  if (view.ok) return { ...choosing, found: [product], wanted: view.value }
  return { ...choosing, found: [product], failure: exchangeRefusals[view.error].text }
}

/** Exchanges units of a line, or takes an exchange back. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const done = (name: string) => ({
    at: params,
    done: ({ number }: { readonly number: string }) => href('/admin/orders/:number', { number, done: name }),
  })
  return deskAction(context.get(appContext), request, {
    '': press(exchangeLine, done(exchangeLine.act.name)),
    undo: press(undoExchange, done(undoExchange.act.name)),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ExchangeOfOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, asks, requestId, asked, undone, wanted, failure, found } = loaderData
  const answer = useLastAnswer(actionData)
  const { number } = sheet
  const line = wanted === null ? undefined : sheet.lines[wanted.position]
  return (
    <DeskPage title={`商品を変える ${number}`} back={href('/admin/orders/:number', { number })}>
      {sheet.hindrance !== null && answer === undefined ? (
        <Notice>{sheet.hindrance}</Notice>
      ) : undone !== null ? (
        <UndoForm sheet={sheet} exchange={undone} requestId={requestId} answer={answer} />
      ) : wanted !== null && line !== undefined ? (
        <ExchangeForm
          key={`${wanted.position} ${wanted.units} ${wanted.number} ${wanted.price}`}
          sheet={sheet}
          line={line}
          wanted={wanted}
          product={found[0]}
          requestId={requestId}
          asks={asks}
          answer={answer}
        />
      ) : (
        <ChooseExchange
          key={`${asked.position} ${asked.to} ${asked.search}`}
          sheet={sheet}
          asked={asked}
          found={found}
          failure={answer?.failure ?? failure}
        />
      )}
      {undone === null && wanted === null ? <ExchangeList sheet={sheet} /> : null}
    </DeskPage>
  )
}
