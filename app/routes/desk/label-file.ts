import { data, redirect } from 'react-router'
import { exportAgain, filesOf } from '~/features/orders/parcel/labels.queries.server.ts'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/label-file'

/**
 * One file for a carrier's program of what a press exported; 404 when there is none or this person may not see it. Where orders have
 * left it since, 送り状 names them first (N90) and leads on with `rest`.
 */
export const loader = async ({ url: { searchParams: query }, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const part = /^\d{1,3}$/.test(query.get('part') ?? '') ? Number(query.get('part')) : 1
  const exportId = query.get('export') ?? ''
  const again = actor.kind === 'desk' ? await exportAgain(ctx, actor, exportId) : undefined
  if (again === undefined) throw data(null, { status: 404 })
  const { date, files } = filesOf(ctx, again, query.get('date') ?? '')
  if (again.left.length > 0 && query.get('rest') !== 'yes')
    return redirect(href('/admin/packing/labels', { export: exportId, date }))
  const bytes = files[part - 1]
  if (bytes === undefined) throw data(null, { status: 404 })
  const name = [again.format, date, ...(files.length === 1 ? [] : [part])].join('-')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'text/csv; charset=Shift_JIS',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
