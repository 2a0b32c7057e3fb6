import { Link } from 'react-router'
import { deskCardSources } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { DeskCardLists, useWaitingAt } from '~/features/desk/ui/desk-cards.tsx'
import { deskProducts } from '~/features/products/desk/queries.server.ts'
import { productStates, toDoState } from '~/features/products/desk/rules.ts'
import { ProductList, ProductSearch } from '~/features/products/desk/ui/product-list.tsx'
import { publishedStatus } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { cardCount, nextCount } from '~/kernel/list-address.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readDeskLists } from '~/server/desk-cards.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage, DeskPageLinks, UnknownList } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import type { Route } from './+types/products'

const listedAtOnce = 30
const listedForEachReason = 30

/**
 * The products selected by the address, including drafts and discontinued ones; a search covers all of them. For an owner also what
 * has to be done about products (N93).
 */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const asked = new URL(request.url).searchParams
  const q = readSearch(asked.get('q'))
  const wanted = asked.get('state') ?? ''
  const isToDo = wanted === toDoState && isShopOwner(actor)
  const chosen = [...productStates, 'all' as const].find((each) => each === wanted) ?? null
  const shown = chosen ?? (q === '' ? publishedStatus : 'all')
  const state = shown === 'all' ? null : shown
  const count = cardCount(asked.get('count'), listedAtOnce)
  return readOrUnavailable(ctx, 'products of the desk', async (db) => ({
    q,
    state: isToDo && q === '' ? toDoState : shown,
    chosen,
    isUnknown: chosen === null && wanted !== '' && !isToDo,
    count,
    mayWrite: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    ...(isToDo && q === ''
      ? {
          toDo: await readDeskLists({ ...ctx, db }, actor, deskCardSources, 'products', listedForEachReason),
          rows: [],
          hasMore: false,
        }
      : { toDo: null, ...(await deskProducts(db, { q, state, count })) }),
  }))
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { q, state, chosen, isUnknown, count, toDo, rows, hasMore, mayWrite, mayCount } = loaderData
  const waiting = useWaitingAt('products')
  const next = hasMore ? nextCount(Number.MAX_SAFE_INTEGER, count, listedAtOnce) : null
  return (
    <DeskPage title="商品">
      {mayWrite || mayCount ? (
        <DeskPageLinks label="商品の用事">
          {mayWrite ? (
            <>
              <ButtonLink to={href('/admin/products/new')}>新しい生地</ButtonLink>
              <ButtonLink look="secondary" to={href('/admin/products/new', { type: 'kit' })}>
                新しいキット
              </ButtonLink>
            </>
          ) : null}
          {mayCount ? (
            <>
              <ButtonLink look="secondary" to={href('/admin/stock')}>
                在庫
              </ButtonLink>
              <ButtonLink look="secondary" to={href('/admin/receive')}>
                受け取り
              </ButtonLink>
            </>
          ) : null}
          {mayWrite ? (
            <>
              <ButtonLink look="secondary" to={href('/admin/products/kit-order')}>
                キットの順番
              </ButtonLink>
              <ButtonLink look="secondary" to={href('/admin/products/file')}>
                ファイルでまとめて直す
              </ButtonLink>
            </>
          ) : null}
        </DeskPageLinks>
      ) : null}
      {isUnknown ? <UnknownList shown={state === 'all' ? 'すべて' : state} /> : null}
      <ProductSearch
        q={q}
        state={state}
        chosen={chosen}
        toDo={mayWrite && (waiting > 0 || toDo !== null) ? waiting : null}
      />
      {toDo !== null ? (
        <DeskCardLists lists={toDo} />
      ) : rows.length > 0 ? (
        <ProductList rows={rows} />
      ) : (
        <EmptyBox said={q === '' ? 'ここに入る商品はありません。' : '見つかりません'}>
          {q === '' ? null : <p>「{q}」をさがしました。</p>}
          {q === '' || state === 'all' ? null : (
            <p>
              <Link to={href('/admin/products', { q, state: 'all' })}>すべての商品からさがす</Link>
            </p>
          )}
        </EmptyBox>
      )}
      {next === null ? (
        hasMore ? (
          <p>ほかにもあります。管理番号か名前でさがしてください。</p>
        ) : null
      ) : (
        <ButtonLink
          look="secondary"
          to={href('/admin/products', { q, state: chosen ?? '', count: String(next) })}
          preventScrollReset
          replace
        >
          もっと見る
        </ButtonLink>
      )}
    </DeskPage>
  )
}
