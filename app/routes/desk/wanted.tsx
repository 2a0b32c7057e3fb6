import { Link } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import css from '~/features/desk/ui/shop-desk.module.css'
import { numberInAddress } from '~/features/products/rules.ts'
import { areaTexts } from '~/features/search/words/areas.rules.ts'
import { zeroHits } from '~/features/search/words/queries.server.ts'
import { awaitedProducts } from '~/features/stock/restock/queries.server.ts'
import { href } from '~/href.ts'
import { displayDayNumber } from '~/kernel/days.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { leastClients } from '~/server/search/zero-hits.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/wanted'

/** What people wait for, and what they looked for and did not find (N117); for the owner. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return readOrUnavailable(ctx, 'what is wanted', async (db) => ({
    awaited: await awaitedProducts(db, ctx.now()),
    words: (await zeroHits(db)).map(({ area, typed, clients, lastDay }) => ({
      area: areaTexts[area].name,
      typed,
      clients,
      lastDay: displayDayNumber(lastDay),
    })),
    leastClients,
  }))
}

export default function Wanted({
  loaderData: { awaited, words, leastClients: least },
}: Route.ComponentProps) {
  const { products, leftOut } = awaited
  return (
    <DeskPage title="お客様が求めているもの" back={href('/admin/more')}>
      <section className={css.section} aria-labelledby="awaited">
        <h2 id="awaited">再入荷を待っている方</h2>
        {products.length === 0 ? (
          <p>いま、再入荷のお知らせを待っている方はいません。</p>
        ) : (
          <ul className={css.rows}>
            {products.map(({ number, name, people }) => (
              <li key={number}>
                <p>
                  {name === null ? (
                    `掲載のない商品（${number}）`
                  ) : (
                    <Link to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}>
                      {`${name}（${number}）`}
                    </Link>
                  )}
                  <span className={css.since}>{`${people}人`}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
        {leftOut > 0 ? <p>{`ほかに${leftOut}点あります。`}</p> : null}
      </section>
      <section className={css.section} aria-labelledby="not-found">
        <h2 id="not-found">さがして見つからなかったことば</h2>
        <p>{`同じ日に${least}人がさがすと、ここに出ます（90日間、多い順）。商品の名前や説明にそのことばを入れると、見つかるようになります。`}</p>
        {words.length === 0 ? (
          <p>まだありません。</p>
        ) : (
          <ul className={css.rows}>
            {words.map(({ area, typed, clients, lastDay }) => (
              <li key={`${area} ${typed}`}>
                <p>
                  <strong>{typed}</strong>
                  <span className={css.since}>{`${area}・${clients}人・最後は${lastDay}`}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </DeskPage>
  )
}
