import { Button } from '~/ui/button.tsx'

/** Stands where goods would be put into the cart, while nobody knows their price (C9). */
export function PriceUnknownButton() {
  return (
    <Button wide disabled>
      価格確認中
    </Button>
  )
}
