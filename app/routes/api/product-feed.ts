import { createHash } from 'node:crypto'
import { feedOfFabrics } from '~/features/products/product.queries.server.ts'
import { stockCells } from '~/features/stock/desk/cells.queries.server.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/product-feed'

/**
 * GET /api/product-feed: the published fabrics in the feed's shape (P1, P2), with the stock of counted ones (K14), so that one
 * installation can feed another; 304 for an unchanged list, 503 while there is none.
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { db, siteOrigin } = context.get(appContext)
  const feed = await feedOfFabrics(db, siteOrigin)
  if (feed === null)
    return Response.json(
      { message: '生地のデータを準備しています。' },
      { status: 503, headers: { 'retry-after': '15' } },
    )
  const cells = await stockCells(
    db,
    feed.items.map(({ managementNumber }) => managementNumber),
  )
  const body = JSON.stringify(
    feed.items.map((item) => ({ ...item, stock: cells.get(item.managementNumber) })),
  )
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Stock changes with every sale, which only the ETag reflects.
    ...(cells.size === 0 && { 'last-modified': new Date(feed.changedAt).toUTCString() }),
  }
  return isKnown(request.headers, headers)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

/** An ETag, when sent, takes precedence over the date. */
const isKnown = (
  request: Headers,
  ours: { readonly etag: string; readonly 'last-modified'?: string },
): boolean => {
  const etags = request.get('if-none-match')
  if (etags !== null)
    return etags
      .split(',')
      .some((etag) => etag.trim().replace(/^W\//, '') === ours.etag || etag.trim() === '*')
  const since = Date.parse(request.get('if-modified-since') ?? '')
  return Date.parse(ours['last-modified'] ?? '') <= since
}
