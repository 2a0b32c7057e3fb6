import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SellableProduct } from '~/features/products/rules.ts'
import { ShopClosureProvider } from '~/features/products/ui/shop-closure.tsx'
import { yen } from '~/kernel/money.ts'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { cartOf, fabric, kit, terms } from '../../../../tests/support/sample-carts.ts'
import { siteFacts } from '../../../../tests/support/site-facts-for-tests.ts'
import { FreeKits } from '../../../routes/shop/kits.tsx'
import type { Cart } from '../types.ts'
import { AddKitButton, BuyButton } from './buy-buttons.tsx'
import { createCartStore } from './cart-store.ts'
import { KitPrice } from './kit-offer.tsx'
import { CartStoreProvider } from './use-cart.tsx'

/** What a browser with this cart shows, as text. */
const shown = (
  cart: Cart,
  what: ReactNode,
  { closed = null, freeKits = terms.freeKits }: { closed?: string | null; freeKits?: number } = {},
) => {
  const text = JSON.stringify(cart)
  const ofShop = { ...terms, freeKits }
  const store = createCartStore({
    storage: { read: () => text, write: () => true, forget: () => {} },
    locked: async (act) => act(),
    untilSettled: async () => {},
    eventTarget: null,
    now: () => 0,
    warn: () => {},
    terms: ofShop,
  })
  store.subscribe(() => {})
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SiteFactsProvider value={{ ...siteFacts, cart: ofShop }}>
        <ShopClosureProvider value={closed}>
          <CartStoreProvider value={{ ...store, getServerSnapshot: store.getSnapshot }}>
            {what}
          </CartStoreProvider>
        </ShopClosureProvider>
      </SiteFactsProvider>
    </MemoryRouter>,
  )
  return html
    .replace(/<noscript>.*?<\/noscript>/g, '')
    .replace(/<[^>]*>/g, '')
    .trim()
}

const product = (parts: Partial<SellableProduct> = {}): SellableProduct => ({
  number: 'K-9',
  type: 'kit',
  name: 'きんちゃくのキット',
  description: '',
  price: yen(1_500),
  imageUrl: '',
  ...parts,
})

const someFabric = fabric('F-1')
const kits = (count: number) => Array.from({ length: count }, (_, at) => kit(`K-${at}`))

describe('C1: the price of a kit', () => {
  const offered = '通常価格 1,500円 0円 あと2点無料'

  test.each([
    ['without fabric', cartOf(kit('K-1')), product(), '1,500円（税込）'],
    ['with fabric', cartOf(someFabric), product(), offered],
    ['with as many kits as are free', cartOf(someFabric, ...kits(2)), product(), '1,500円（税込）'],
    ['one that is free', cartOf(someFabric, kit('K-9')), product(), '通常価格 1,500円 0円'],
    [
      'one that comes after the free ones',
      cartOf(someFabric, ...kits(2), kit('K-9')),
      product(),
      '1,500円（税込）',
    ],
    ['one that costs nothing anyway', cartOf(someFabric), product({ price: yen(0) }), '0円（税込）'],
    ['one without a certain price', cartOf(someFabric), product({ price: null }), '価格確認中'],
  ])('%s', (_what, cart, asked, words) => {
    expect(shown(cart, <KitPrice product={asked} />)).toBe(words)
  })

  test('one that is not sold now is promised to nobody', () => {
    expect(shown(cartOf(someFabric), <KitPrice product={product()} stopped="販売休止中" />)).toBe(
      '1,500円（税込）',
    )
  })
})

describe('C1: the offer', () => {
  const told = '生地をお買い上げの方は、レシピ・キットを2点まで無料でお付けします。'

  test.each([
    [cartOf(), `${told}1種類につき1点、布は別売り。 生地を選ぶ`],
    [cartOf(kit('K-1')), `${told}1種類につき1点、布は別売り。 生地を選ぶ`],
    [cartOf(someFabric), `${told}無料のキットを、あと2点選べます。`],
    [cartOf(someFabric, ...kits(1)), `${told}無料のキットを、あと1点選べます。`],
    [cartOf(someFabric, ...kits(2)), `${told}無料のキットを2点お選びいただきました。`],
  ])('counts what the cart still may choose: %#', (cart, words) => {
    expect(shown(cart, <FreeKits />)).toBe(words)
  })

  test('promises nothing in a closed shop, and nothing at all where there is none', () => {
    expect(shown(cartOf(someFabric), <FreeKits />, { closed: '' })).toBe(
      `${told}1種類につき1点、布は別売り。`,
    )
    expect(shown(cartOf(someFabric), <FreeKits />, { freeKits: 0 })).toBe('1種類につき1点、布は別売り。')
  })
})

describe('C9: what is not sold now has a button that says why, and does nothing', () => {
  const buttons = { BuyButton, AddKitButton }
  test.each(['BuyButton', 'AddKitButton'] as const)('%s', (name) => {
    const Buy = buttons[name]
    const asked = product({ type: name === 'BuyButton' ? 'fabric' : 'kit' })
    const inCart = cartOf(name === 'BuyButton' ? fabric('K-9') : kit('K-9'))
    for (const cart of [cartOf(), inCart]) {
      expect(shown(cart, <Buy product={asked} stopped="休業中" />)).toBe('休業中')
      expect(shown(cart, <Buy product={{ ...asked, price: null }} />)).toBe('価格確認中')
    }
    expect(shown(cartOf(), <Buy product={asked} />)).toBe(
      name === 'BuyButton' ? '生地を購入' : 'カートに入れる',
    )
  })
})
