import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { heldPriceText } from '~/features/products/price-guard.rules.ts'
import { href } from '~/href.ts'
import { markOf } from '~/kernel/desk-list.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import type { DeskList } from '~/ui/list-declaration.ts'
import type { PriceFilterKey, PriceSort } from '../feed.rules.ts'
import type { PriceToLookAt } from '../shop.rules.ts'
import css from './prices-list.module.css'

const inYen = (price: number): string => `${formatNumber(price)}円`

/** Its row's own buttons: they name it in the address, whatever is marked. */
const decideCell = ({ number, name, price, formerPrice }: PriceToLookAt) => {
  const only = href('/admin/feed', { only: markOf(number, price) })
  return (
    <span className={css.decide}>
      <Button type="submit" look="secondary" name="act" value="price" formAction={only}>
        この価格にする<span className="visually-hidden">：{name}</span>
      </Button>
      {formerPrice === null ? null : (
        <Button type="submit" look="quiet" name="act" value="keep-price" formAction={only}>
          そのまま<span className="visually-hidden">：{name}</span>
        </Button>
      )}
    </span>
  )
}

/** 価格の確認 as a list of the desk: a mark has the price that was shown as its version. */
export const pricesList: DeskList<PriceToLookAt, PriceSort, PriceFilterKey> = {
  name: '価格の確認',
  mark: 'product',
  keyOf: ({ number }) => number,
  versionOf: ({ price }) => price,
  to: ({ number }) => deskProductPath(number),
  linkText: ({ name }) => name,
  columns: [
    {
      ...{ key: 'number', name: '番号', sorts: 'asc' },
      phone: {
        place: 'title',
        shows: ({ number, name }) => (
          <>
            <strong>{number}</strong> {name}
          </>
        ),
      },
      cell: ({ number }) => number,
    },
    {
      ...{ key: 'name', name: '名前', sorts: 'asc' },
      cell: ({ name }) => name,
    },
    {
      ...{ key: 'former', name: 'これまで', sorts: 'desc', align: 'end' },
      cell: ({ formerPrice }) => (formerPrice === null ? 'はじめて' : inYen(formerPrice)),
    },
    {
      ...{ key: 'price', name: '新しい価格', sorts: 'desc', align: 'end' },
      phone: { place: 'second', shows: (row) => `${heldPriceText(row)} 合っていますか` },
      cell: ({ price }) => inYen(price),
    },
    { key: 'decide', name: '決める', phone: { place: 'foot' }, cell: decideCell },
  ],
  filters: [
    {
      ...{ key: 'change', name: '変わり方', kind: 'choice' },
      choices: [
        { value: 'lowered', name: '安くなる' },
        { value: 'raised', name: '高くなる' },
        { value: 'first', name: 'はじめての価格' },
      ],
    },
  ],
  acts: [
    { key: 'price', name: 'この価格にする' },
    { key: 'keep-price', name: 'そのままにする' },
  ],
}
