import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { encodedFile, encodings } from '~/features/products/file/file-text.server.ts'
import { countFileText, productFileText } from '~/features/products/file/queries.server.ts'
import { machineDate } from '~/kernel/dates.ts'
import { marksOf } from '~/kernel/desk-list.ts'
import { appContext } from '~/services.server.ts'
import type { Route } from './+types/product-file-download'

/**
 * The shop's own products, or the marked ones among them, as a file for Excel, or the file for a count of the stock, in the encoding given
 * by the address; 404 without permission.
 */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const asked = url.searchParams.get('encoding')
  const marks = url.searchParams.has('product') ? (marksOf(url.searchParams, 'product') ?? []) : undefined
  const numbers = marks?.map(({ key }) => key)
  const encoding = encodings.find((each) => each === asked) ?? 'utf-8'
  const isForCount = url.searchParams.get('for') === 'count'
  const text = isForCount ? await countFileText(ctx.db) : await productFileText(ctx.db, numbers)
  return new Response(new Uint8Array(await encodedFile(text, encoding)), {
    headers: {
      'content-type': `text/csv; charset=${encoding}`,
      'content-disposition': `attachment; filename="${isForCount ? 'stock' : 'products'}-${machineDate(ctx.now())}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
