import { data } from 'react-router'
import { labelPage, labelQuestion } from '~/features/orders/parcel/labels.queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/label-file'

/** One file for a carrier's program; 404 when there is none or this person may not see it. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const query = new URL(request.url).searchParams
  const question = ctx.actor.kind === 'desk' ? labelQuestion(query, ctx.actor, ctx.now()) : null
  const part = /^\d{1,3}$/.test(query.get('part') ?? '') ? Number(query.get('part')) : 1
  if (question === null || question.asksAgain) throw data(null, { status: 404 })
  const { files } = await labelPage(ctx, question)
  const file = files[part - 1]
  if (file === undefined) throw data(null, { status: 404 })
  const name = [question.format, question.date, ...(files.length === 1 ? [] : [part])].join('-')
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': 'text/csv; charset=Shift_JIS',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
