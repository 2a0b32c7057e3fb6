import { productsByNumber, productsOffered } from '~/features/recipes/materials/queries.server.ts'
import { tooManyRequests } from '~/kernel/refusal.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/material-products'

const refusals = {
  not_signed_in: { status: 401, text: 'ログインが必要です。' },
  not_permitted: { status: 403, text: '作品を投稿する権限がありません。' },
  not_verified: { status: 403, text: 'メールアドレスの確認が必要です。' },
  too_many: tooManyRequests,
} as const

/**
 * GET /api/material-products, for authors of recipes: `?q=…` returns suggestions for a line, `?number=…&number=…` the products with
 * these numbers (W5, W6).
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')
  const headers = { 'cache-control': 'no-store' }
  const read =
    q === null
      ? await productsByNumber(ctx, ctx.actor, searchParams.getAll('number'))
      : await productsOffered(ctx, ctx.actor, q)
  if (read.ok) return Response.json(read.value, { headers })
  const { status, text } = refusals[read.error]
  return Response.json({ message: text }, { status, headers })
}
