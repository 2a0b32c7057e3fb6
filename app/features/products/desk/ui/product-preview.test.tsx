import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductPreview } from './product-preview.tsx'

test('the preview of a kit shows the fabrics that it names and that there are, in its order and without notes of the desk', () => {
  const fabric = (number: string, name: string, note: string) => ({ number, name, picture: '/a.webp', note })
  const html = renderToStaticMarkup(
    <ProductPreview
      preview={{
        name: '巾着キット',
        facts: [{ name: '使う布（別売り）', value: '50cm×50cm 2枚' }],
        text: '',
        price: null,
        picture: '',
        fabricNumbers: ['F-2', 'F-9', 'F-1'],
      }}
      fabrics={[fabric('F-1', '麻の葉', '価格の確認'), fabric('F-2', '青海波', '下書き')]}
    />,
  )
  expect(
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(
    'お客様に見えるようす 巾着キット 価格確認中 使う布（別売り） 50cm×50cm 2枚 このキットに合う布 青海波 F-2 麻の葉 F-1',
  )
})
