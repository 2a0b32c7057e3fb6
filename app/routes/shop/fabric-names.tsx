import { data, Link } from 'react-router'
import { retryOf } from '~/features/products/feed-state.rules.ts'
import { productListState } from '~/features/products/queries.server.ts'
import { mostNames } from '~/features/products/search.rules.ts'
import { ProductsUnavailable } from '~/features/products/ui/all-products.tsx'
import css from '~/features/products/ui/fabric-names.module.css'
import { href } from '~/href.ts'
import { formatNumber } from '~/kernel/money.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import type { Route } from './+types/fabric-names'

const namesOnPage = 200

const pageOf = (text: string | null, pages: number): number =>
  /^\d{1,4}$/.test(text ?? '') ? Math.min(Math.max(Number(text), 1), Math.max(pages, 1)) : 1

/** All names of fabrics in their order, 200 on a page (S39). */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const state = await productListState(ctx.db)
  if (state.kind !== 'ready') return data({ state }, { status: 503, headers: retryOf(state) })
  const all = (await ctx.listedFabrics()).names()
  const starts = all.filter((_, at) => at % namesOnPage === 0)
  const page = pageOf(new URL(request.url).searchParams.get('page'), starts.length)
  const from = (page - 1) * namesOnPage
  return {
    state,
    page,
    starts,
    total: all.length,
    isCut: all.length === mostNames,
    names: all.slice(from, from + namesOnPage),
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

const addressOf = (page: number) => href('/fabric-names', page === 1 ? {} : { page: String(page) })

export default function FabricNames({ loaderData }: Route.ComponentProps) {
  const read = 'names' in loaderData ? loaderData : undefined
  const page = read?.page ?? 1
  return (
    <Page
      heading="生地名の一覧"
      steps={[
        { name: '生地', to: href('/all-products') },
        { name: '生地名の一覧', to: href('/fabric-names') },
      ]}
      wide
    >
      <PageMeta
        title={page === 1 ? '生地名の一覧' : `生地名の一覧（${page}ページめ）`}
        description="販売中の生地の名前を、五十音順に並べた一覧です。"
        query={page === 1 ? '' : `?page=${page}`}
      />
      <ProductsUnavailable state={loaderData.state} />
      {read === undefined ? null : read.total === 0 ? (
        <EmptyBox>ただいま販売中の生地はありません。販売の再開まで、しばらくお待ちください。</EmptyBox>
      ) : (
        <Names {...read} />
      )}
    </Page>
  )
}

function Names({
  names,
  page,
  starts,
  total,
  isCut,
}: {
  readonly names: readonly string[]
  readonly page: number
  /** The first name of each page. */
  readonly starts: readonly string[]
  readonly total: number
  /** More names than a list holds. */
  readonly isCut: boolean
}) {
  return (
    <div className={css.all}>
      <p>
        全{formatNumber(total)}の名前を五十音順に並べています。名前を選ぶと、その生地が開きます。
        {isCut ? 'ここにない名前は、生地のページでさがせます。' : null}
      </p>
      {starts.length < 2 ? null : (
        <nav aria-label="一覧のページ">
          <ol className={css.pages}>
            {starts.map((start, at) => (
              <li key={start}>
                <Link
                  to={addressOf(at + 1)}
                  className={css.page}
                  aria-current={at + 1 === page ? 'page' : undefined}
                >
                  {start}〜
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <ul className={css.names}>
        {names.map((name) => (
          <li key={name}>
            <Link to={href('/all-products', { name })} className={css.name} discover="none">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {page < starts.length ? (
        <p className={css.next}>
          <ButtonLink look="secondary" to={addressOf(page + 1)}>
            次の名前を見る
          </ButtonLink>
        </p>
      ) : null}
    </div>
  )
}
