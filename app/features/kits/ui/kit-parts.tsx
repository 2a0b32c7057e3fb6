import { AboutProduct } from '~/features/catalogue/ui/product-page.tsx'
import type { Kit } from '../rules.ts'

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
