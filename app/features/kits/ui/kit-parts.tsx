import { formatYenTaxIncluded } from '~/kernel/money.ts'
import { Facts } from '~/ui/facts.tsx'
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
export function KitFacts({ kit: { description, fabricSize, number } }: { readonly kit: Kit }) {
  return (
    <section aria-labelledby="about-product">
      <h2 id="about-product">このキットについて</h2>
      {description === '' ? null : <p className={css.comment}>{description}</p>}
      <Facts
        facts={[
          ...(fabricSize === '' ? [] : [{ name: '使う布（別売り）', value: fabricSize }]),
          { name: '販売の単位', value: '1種類につき1点' },
          { name: '管理番号', value: number },
        ]}
      />
    </section>
  )
}
