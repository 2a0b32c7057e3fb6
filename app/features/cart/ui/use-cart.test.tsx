import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { terms } from '../../../../tests/support/sample-carts.ts'
import { CartProvider, useCart } from './use-cart.tsx'

const Badge = () => {
  const { units, isLoaded } = useCart()
  return <output>{`${units} ${isLoaded}`}</output>
}

test('the server renders an empty cart that has not been read', () => {
  const html = renderToString(
    <CartProvider terms={terms}>
      <Badge />
    </CartProvider>,
  )
  expect(html).toBe('<output>0 false</output>')
})

test('outside a provider the mistake is named', () => {
  expect(() => renderToString(<Badge />)).toThrow(/CartProvider/)
})
