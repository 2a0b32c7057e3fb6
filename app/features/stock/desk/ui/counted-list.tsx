import { useId } from 'react'
import { shownField } from '~/features/stock/list-fields.rules.ts'
import { href } from '~/href.ts'
import type { ListAsked } from '~/kernel/desk-list.ts'
import { queryOf } from '~/kernel/list-address.ts'
import { DeskFilters } from '~/ui/desk-filters.tsx'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskTable } from '~/ui/desk-table.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { PhonePages } from '~/ui/phone-pages.tsx'
import { SearchBox } from '~/ui/search-box.tsx'
import { type CountedFilterKey, type CountedProduct, type CountedSort, firstOrder } from '../counted.rules.ts'
import css from './counted-list.module.css'
import { shownOf } from './stock-cells.tsx'
import { stockList } from './stock-list.tsx'

interface Counted {
  readonly rows: readonly CountedProduct[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** Every counted product (K36), with fields that the owner changes in their place. */
export function CountedList({
  counted: { rows, total, page, pages },
  asked,
  q,
  isOwner,
  requestId,
  answer,
}: {
  readonly counted: Counted
  readonly asked: ListAsked<CountedSort, CountedFilterKey>
  readonly q: string
  readonly isOwner: boolean
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const form = useId()
  const own = answer?.act === 'save' ? answer : undefined
  const errors = own?.errors ?? {}
  const place = { path: href('/admin/stock'), kept: { q } }
  if (total === 0 && q === '' && Object.keys(asked.filters).length === 0) return null
  const shown = rows.map((row) => ({
    ...row,
    ...{ form: isOwner ? form : null, typed: own?.typed ?? {}, errors },
  }))
  return (
    <section className="stack-5" aria-labelledby="all">
      <div className="stack-3">
        <h2 id="all">数えているすべての商品</h2>
        <SearchBox
          action={place.path}
          label="管理番号・名前など"
          q={q}
          rest={queryOf(Object.entries(asked.filters))}
        />
        <DeskFilters filters={stockList.filters} {...{ isOwner, asked, place }} />
      </div>
      {rows.length === 0 ? (
        <EmptyBox said={q === '' ? 'この条件の商品はありません。' : `「${q}」は見つかりません。`} />
      ) : (
        <DeskTable
          list={stockList}
          rows={shown}
          order={asked.sort === null ? { sort: firstOrder, direction: 'asc' } : asked}
          found={{ count: total, isMore: false }}
          {...{ isOwner, asked, place, page, pages }}
        />
      )}
      {isOwner && rows.length > 0 ? (
        <div className={css.save}>
          <FormCard
            id={form}
            failure={own?.failure ?? Object.values(errors)[0]}
            failed="保存できませんでした。"
          >
            <input type="hidden" name="act" value="save" />
            <input type="hidden" name="requestId" value={`${requestId} save`} />
            {rows.map((row) => (
              <input key={row.number} type="hidden" name="shown" value={shownField(shownOf(row))} />
            ))}
            <SubmitButton busy="保存しています…" look="secondary">
              少ない数・頼んだ数を保存する
            </SubmitButton>
          </FormCard>
        </div>
      ) : null}
      <PhonePages {...{ page, pages, asked, place }} hash="#all" />
    </section>
  )
}
