import type { Kit } from '../kit.ts'
import { AboutProduct } from './product-page.tsx'

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
