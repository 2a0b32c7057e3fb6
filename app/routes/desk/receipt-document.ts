import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { reissuedText } from '~/features/orders/receipt/document.rules.ts'
import { documentResponse } from '~/features/orders/receipt/document.server.ts'
import { storedDocument } from '~/features/orders/receipt/queries.server.ts'
import { documentTyped } from '~/features/orders/receipt/rules.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/receipt-document'

/** The bytes that the buyer has, for the owner alone; marked as a copy once the buyer has opened hers to print it. */
export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const typed = documentTyped(params.document)
  const order = typed && (await orderBy(ctx.db, 'orderNumber', orderNumberTyped(params.number)))
  const stored = order && (await storedDocument(ctx, order.id, typed))
  if (order === undefined || stored === undefined) throw data(null, { status: 404 })
  return documentResponse(stored.html, {
    mark: stored.printedAt === null ? null : reissuedText(ctx.now()),
    back: {
      href: href('/admin/orders/:number/receipt', { number: order.number }),
      text: '注文の領収書に戻る',
    },
  })
}
