import { Link } from 'react-router'
import { useWhyClosed } from '~/features/products/ui/shop-closure.tsx'
import { href } from '~/href.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { hasFabric } from '../totals.rules.ts'
import css from './free-kits.module.css'
import { useCart } from './use-cart.tsx'

/** With fabric in the cart, tells how many kits are still free (C1). */
export function FreeKits() {
  const { cart: terms } = useSiteFacts()
  const { cart, totals } = useCart()
  const isClosed = useWhyClosed() !== null
  const holdsFabric = hasFabric(cart)
  return (
    <div className={css.offer}>
      {terms.freeKits === 0 ? null : (
        <p>
          <strong>生地をお買い上げの方は、レシピ・キットを{terms.freeKits}点まで無料でお付けします。</strong>
        </p>
      )}
      <p className={css.words}>
        {terms.freeKits > 0 && holdsFabric && !isClosed
          ? totals.freeKitsLeft > 0
            ? `無料のキットを、あと${totals.freeKitsLeft}点選べます。`
            : `無料のキットを${terms.freeKits}点お選びいただきました。`
          : '1種類につき1点、布は別売り。'}
        {holdsFabric ? null : (
          <>
            {' '}
            <Link to={href('/all-products')}>生地を選ぶ</Link>
          </>
        )}
      </p>
    </div>
  )
}
