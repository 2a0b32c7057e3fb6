import { data } from 'react-router'
import { labelFile } from '~/features/orders/parcel/labels.queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/label-file'

/** One file for a carrier's program of what a press exported; 404 when there is none or this person may not see it. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const query = new URL(request.url).searchParams
  const part = /^\d{1,3}$/.test(query.get('part') ?? '') ? Number(query.get('part')) : 1
  const typedDate = query.get('date') ?? ''
  const asked = { exportId: query.get('export') ?? '', date: typedDate, part }
  const file = actor.kind === 'desk' ? await labelFile(ctx, actor, asked) : undefined
  if (file === undefined) throw data(null, { status: 404 })
  const name = [file.format, file.date, ...(file.isOnly ? [] : [part])].join('-')
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'content-type': 'text/csv; charset=Shift_JIS',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
