import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChosenUnits } from '~/features/cart/ui/chosen-units.tsx'
import type { SellableProduct } from '~/features/products/rules.ts'
import { yen } from '~/kernel/money.ts'
import type { PatternScale } from '~/kernel/pattern-scale.ts'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { siteFacts } from '../../../../../tests/support/site-facts-for-tests.ts'
import { usualAnswers } from '../sewing.rules.ts'
import { FabricPlanner, OwnMeasures, partsTyped } from './fabric-planner.tsx'
import { FabricPlanning } from './fabric-planning.tsx'

const product: SellableProduct = {
  number: 'F-1',
  type: 'fabric',
  name: '麻の葉',
  description: '',
  price: yen(550),
  imageUrl: '',
}

const shown = (scale: PatternScale | null, picture = '/Image/a.jpg') =>
  renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <ChosenUnits product={product}>
        <FabricPlanning
          plan={{ scale, usual: usualAnswers(false), mayHaveTop: true }}
          picture={picture}
          stopped={undefined}
        />
      </ChosenUnits>
    </SiteFactsProvider>,
  )

test('W40: the motif is as large as it is told, and where nothing is known there is no ruler', () => {
  expect(shown({ motif: 4, repeat: 10, picture: null })).toMatch(
    /<pattern[^>]* width="10" height="10"><circle[^>]* r="2"/,
  )
  expect(shown({ motif: null, repeat: 10, picture: null })).toMatch(/<circle[^>]* r="2.5"/)
  expect(shown(null)).not.toContain('ものさし')
  expect(shown(null)).toContain('何枚いる？')
})

test('W40: the photograph is laid out in its size where that is known, and only one of our own', () => {
  const scale = { motif: null, repeat: null, picture: 30 }
  expect(shown(scale)).toMatch(/<image href="\/Image\/a.jpg" width="30" height="30"/)
  expect(shown(scale, 'https://elsewhere.example/a.jpg')).not.toContain('<image')
})

test('no drawing has an inline style, which the security headers forbid', () => {
  expect(shown({ motif: 4, repeat: 10, picture: null })).not.toContain('style=')
})

const planner = (stopped: string | undefined, mayHaveTop: boolean) =>
  renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <FabricPlanner stopped={stopped} mayHaveTop={mayHaveTop} />
    </SiteFactsProvider>,
  )

test('W41, W43: the first answer is that of a school bag, and sets a stepper only where there is one', () => {
  expect(planner(undefined, true)).toContain('3枚いります。')
  expect(planner(undefined, true)).toContain('枚数を3枚にする')
  expect(planner('売り切れ', true)).not.toContain('にする')
  expect(planner(undefined, false)).toContain('2枚いります。')
  expect(planner(undefined, true)).not.toContain('style=')
})

test.each(['売り切れ', 'お支払い中', '販売休止中'])(
  'K10: a fabric that is %s has one word for it on its page, in 何枚いる？ too',
  (word) => {
    expect(planner(word, true)).toContain(`3枚いります。いま、この生地は${word}です。`)
    expect(planner(word, true)).not.toContain('お買い求め')
    expect(planner(undefined, true)).not.toContain('いま、この生地は')
  },
)

test.each([
  [1, 'いま、1枚までしかお届けできません。', '枚数を1枚にする'],
  [2, 'いま、つなげて2枚までしかお届けできません。', '枚数を2枚にする'],
])(
  'P37: of %i left, three that are needed are not proposed: it says so and offers those',
  (most, words, button) => {
    const planned = (left: number | undefined) =>
      renderToStaticMarkup(
        <SiteFactsProvider value={{ ...siteFacts, joined: 'lengthwise' }}>
          <ChosenUnits product={{ ...product, most: left }}>
            <FabricPlanner stopped={undefined} mayHaveTop />
          </ChosenUnits>
        </SiteFactsProvider>,
      )
    expect(planned(most)).toContain(`3枚（50cm×150cm）いります。${words}`)
    expect(planned(most)).toContain(button)
    expect(planned(most)).not.toContain('枚数を3枚にする')
    for (const enough of [3, undefined]) {
      expect(planned(enough)).toContain('枚数を3枚にする')
      expect(planned(enough)).not.toContain('しかお届け')
    }
  },
)

test('W44: a seventh kind of parts is not offered', () => {
  const kinds = (count: number) =>
    renderToStaticMarkup(
      <OwnMeasures
        measures={Array.from({ length: count }, (_, id) => ({ id, width: '30', height: '20', count: '1' }))}
        onChange={() => {}}
      />,
    )
  expect(kinds(5)).toContain('パーツを足す')
  expect(kinds(6)).not.toContain('パーツを足す')
})

test('W44: measures are parts when all of them are complete', () => {
  const one = { id: 0, width: '30', height: '２０', count: '2' }
  expect(partsTyped([one])).toEqual([{ name: 'パーツ1', width: 30, height: 20, count: 2 }])
  expect(partsTyped([one, { ...one, id: 1, count: '' }])).toBeNull()
  expect(partsTyped([{ ...one, width: '201' }])).toBeNull()
})
