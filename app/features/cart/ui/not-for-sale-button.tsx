import { Button } from '~/ui/button.tsx'

/** Stands where goods would be put into the cart, with the word why they cannot be. */
export function NotForSaleButton({ why = '価格確認中' }: { readonly why?: string | undefined }) {
  return (
    <Button wide disabled>
      {why}
    </Button>
  )
}
