import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { UnitsField } from './units-field.tsx'

const line = {
  number: 'A-71',
  name: '麻の葉',
  unitPrice: 550,
  quantity: 10,
  unitsLeft: 10,
  unitsOwed: 0,
  unitsAgain: 0,
  back: null,
}

const fieldOf = (told: string | undefined) => {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <UnitsField
          line={line}
          about="550円 × 10"
          left={10}
          field="units-0"
          typed="99"
          told={told}
          onValue={() => {}}
        />
      ),
    },
  ])
  return /<input[^>]*>/.exec(renderToStaticMarkup(<Stub />))?.[0]
}

test('N158: without script the page that answers begins at the units that it refuses', () => {
  expect(fieldOf('0から10までの数にしてください。')).toContain('autofocus')
  expect(fieldOf(undefined)).not.toContain('autofocus')
})
