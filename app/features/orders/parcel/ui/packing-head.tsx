import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import css from './packing.module.css'
import { PageLinks, pageParameter } from './page-links.tsx'

/** Number of orders to pack, related links and paging. */
export function PackingHead({
  total,
  page,
  pages,
  from,
  orders,
}: {
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly from: number
  readonly orders: readonly unknown[]
}) {
  return (
    <div className="stack-3">
      <p>
        発送するもの <strong>{total}件</strong>
        {pages === 1 ? null : `（${from + 1}〜${from + orders.length}件目）`}
      </p>
      <nav aria-label="発送の準備" className={`row-2 ${css.ways}`}>
        <ButtonLink look="secondary" to={href('/admin/packing/print')}>
          印刷
        </ButtonLink>
        <ButtonLink look="secondary" to={href('/admin/packing/labels')}>
          送り状
        </ButtonLink>
        <ButtonLink look="secondary" to={href('/admin/packing/numbers')}>
          番号を入れる
        </ButtonLink>
      </nav>
      <PageLinks
        label="発送するもののページ"
        page={page}
        pages={pages}
        to={(other) => href('/admin/packing', { page: pageParameter(other) })}
      />
    </div>
  )
}
