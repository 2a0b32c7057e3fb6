import { data } from 'react-router'
import { orderByToken } from '~/features/orders/queries.server.ts'
import { markOf } from '~/features/orders/receipt/document.rules.ts'
import { documentResponse } from '~/features/orders/receipt/document.server.ts'
import { storedDocument } from '~/features/orders/receipt/queries.server.ts'
import { documentTyped } from '~/features/orders/receipt/rules.ts'
import { receiptPath } from '~/features/orders/rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/receipt-document'

/** GET /order/:token/receipt/:document: the bytes as they were issued, or 404; `print=first` is the first print, for a day after the press that opened it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const typed = documentTyped(params.document)
  const order = typed && (await orderByToken(ctx.db, params.token))
  const stored = order && (await storedDocument(ctx, order.id, typed))
  if (order === undefined || stored === undefined)
    throw data(null, { status: 404, statusText: 'Not Found', headers: { 'cache-control': 'no-store' } })
  return documentResponse(stored.html, {
    mark: markOf(stored, url.searchParams.get('print') === 'first', ctx.now()),
    prints: stored.printedAt !== null,
    back: { href: receiptPath(order.accessToken), text: '領収書のページに戻る' },
  })
}
