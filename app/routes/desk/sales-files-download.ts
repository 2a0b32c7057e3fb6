import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { salesFileAgain } from '~/features/orders/sales/files/queries.server.ts'
import { fileNameOf, isSalesFile, salesFileRefusals } from '~/features/orders/sales/files/rules.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/sales-files-download'

/** One file of a month; 404 for whoever is not an owner who has just said again who she is (N3), and where there was no such press; 503 while the month is still being booked (M51). */
export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const file = query.get('file') ?? ''
  const part = /^\d{1,3}$/.test(query.get('part') ?? '') ? Number(query.get('part')) : 1
  const found = isSalesFile(file)
    ? await salesFileAgain(ctx, actor, { exportId: query.get('export') ?? '', file, part })
    : undefined
  if (found === undefined || !isSalesFile(file)) throw data(null, { status: 404 })
  if (found === 'not-booked')
    return new Response(salesFileRefusals['not-booked'].text, {
      status: 503,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '60',
      },
    })
  const { bytes, month, isOver } = found
  const name = fileNameOf(file, { month, isOver, isPractice: ctx.demo, part })
  const plain = name.replace('途中', 'running').replace('練習', 'practice')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `text/csv; charset=${file === 'yayoi' ? 'Shift_JIS' : 'utf-8'}`,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    },
  })
}
