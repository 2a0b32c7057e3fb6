import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { markOf } from '~/features/orders/receipt/document.rules.ts'
import { documentResponse } from '~/features/orders/receipt/document.server.ts'
import { sampleReceipt, storedDocument } from '~/features/orders/receipt/queries.server.ts'
import { documentTyped, sampleInAddress } from '~/features/orders/receipt/rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/receipt-document'

/** The bytes that the buyer has, or how those of a practice order would look, for the owner alone; `print=first` is the first print, if no buyer's was before it. */
export const loader = async ({ params, url, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const typed = documentTyped(params.document)
  const isSample = params.document === sampleInAddress
  const order =
    typed === undefined && !isSample
      ? undefined
      : await orderBy(ctx.db, 'orderNumber', orderNumberTyped(params.number))
  const sample = isSample && order !== undefined ? await sampleReceipt(ctx.db, order, ctx) : undefined
  if (order !== undefined && sample !== undefined)
    return documentResponse(sample, {
      mark: '練習の見本',
      prints: true,
      back: { href: href('/admin/orders/:number', { number: order.number }), text: '注文に戻る' },
    })
  const stored = order && typed && (await storedDocument(ctx, order.id, typed))
  if (order === undefined || stored === undefined) throw data(null, { status: 404 })
  return documentResponse(stored.html, {
    mark: markOf(stored, url.searchParams.get('print') === 'first', ctx.now()),
    prints: stored.printedAt !== null,
    back: {
      href: href('/admin/orders/:number/receipt', { number: order.number }),
      text: '注文の領収書に戻る',
    },
  })
}
