import { AboutProduct } from '~/features/catalogue/ui/product-page.tsx'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { Kit } from '../rules.ts'
import css from './kit-card.module.css'
import { LevelBadge } from './kit-card.tsx'

/** Level and price of a kit on its page. */
export function KitPrice({ kit: { level, price } }: { readonly kit: Kit }) {
  return (
    <>
      <LevelBadge level={level} />
      <p className={css.price}>{price === null ? '価格確認中' : formatYenTaxIncluded(price)}</p>
    </>
  )
}

/** What the owner says of a kit. */
export function AboutKit({ kit: { description, fabricSize, number } }: { readonly kit: Kit }) {
  return (
    <AboutProduct
      heading="このキットについて"
      text={description}
      facts={[
        ...(fabricSize === '' ? [] : [{ name: '使う布（別売り）', value: fabricSize }]),
        { name: '販売の単位', value: '1種類につき1点' },
        { name: '管理番号', value: number },
      ]}
    />
  )
}
