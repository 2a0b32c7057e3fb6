import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsIn } from '~/features/products/description.rules.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { drawnIn, drawnWith, mergedForm } from '~/server/merged-form.ts'
import { type DeskProduct, descriptionOf, factsToStore, nextNumber, unusableFact } from './rules.ts'
import { newProduct, presentProduct, previewOf, typedOf } from './typed.rules.ts'

const facts = {
  ...noFacts,
  colour: '藍',
  material: '綿100%',
  width: '110cm',
  thickness: '普通',
  text: '帆布です。',
}

test('N41: the fields of a fabric become the description that its page reads', () => {
  expect(descriptionOf(facts)).toBe('【藍】綿100%、巾110cm、厚さ普通。帆布です。')
  expect({ ...noFacts, ...factsIn(descriptionOf(facts)) }).toEqual(facts)
  expect(descriptionOf({ ...facts, colour: '', thickness: '' })).toBe('綿100%、巾110cm。帆布です。')
  expect(factsIn('むかしからの、ふつうの説明。')).toEqual({
    colour: '',
    material: '',
    width: '',
    thickness: '',
    text: 'むかしからの、ふつうの説明。',
  })
})

test.each([
  [{}, null],
  [{ material: '', width: '', thickness: '' }, null],
  [{ width: '' }, null],
  [{ width: 'ひろい' }, 'width'],
  [{ colour: '素材' }, 'colour'],
  [{ material: '綿、麻' }, null],
  [{ material: '【赤】綿' }, null],
  [{ colour: '', material: '【赤】綿' }, 'material'],
  [{ ...noFacts, text: '【赤】の布' }, null],
  [{ material: '', width: '', thickness: '厚手。しっかり' }, null],
] as const)(
  'N41: a colour that carts would not read, and a width without a number, are told beside their field: %j',
  (parts, field) => {
    expect(unusableFact({ ...facts, ...parts })).toBe(field)
  },
)

test('N41: whatever is taken is stored as it was typed, and once: stored again it is the same', () => {
  const part = fc.constantFrom(
    '綿',
    '麻',
    '、',
    '。',
    '巾',
    '厚さ',
    '110cm',
    '【',
    '】',
    '藍',
    ' ',
    '10',
    'g/㎡',
    'a',
  )
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('').trim())
  fc.assert(
    fc.property(fc.record({ colour: text, material: text, width: text, thickness: text, text }), (parts) => {
      const typed = { ...noFacts, ...parts }
      if (unusableFact(typed) !== null) return
      const stored = factsToStore(typed)
      for (const name of ['colour', 'material', 'width', 'thickness'] as const)
        if (typed[name] !== '') expect(stored[name]).toBe(typed[name])
      expect(factsToStore(stored)).toEqual(stored)
      // Carts and orders read the description alone (P27).
      expect(stored.colour).toBe(factsIn(descriptionOf(stored)).colour)
    }),
    { seed: 41, numRuns: 2_000 },
  )
})

test.each([
  [[], 'F-1001'],
  [['あ'], 'F-1001'],
  [['F-0009', 'F-0010', 'K-700'], 'F-0011'],
  [['F-99'], 'F-100'],
  [['12', '9'], '13'],
])('N42: behind %j the next number is %s', (numbers, next) => {
  expect(nextNumber(numbers, 'F-1001')).toBe(next)
})

const product: DeskProduct = {
  ...{ number: 'K-1', type: 'kit', name: '箱の\r\nキット', reading: 'はこ\nキット', description: '一\n二' },
  ...{ price: null, priceText: '未\n定', pictures: [], picture: '', status: '公開中', version: 1 },
  ...{ suspended: false, soldOut: false, stockVersion: 0, heldPrice: null, feedRow: null, source: 'own' },
  added: { pictures: [], hasPlace: false },
  told: { ...noFacts, text: '一\n二' },
  kit: { level: 'beginner', fabricSize: '50cm\n角', fabricNumbers: 'F-1\nF-2' },
}

test('N82, N83: what another screen changed is told in the words of the screen, all photographs as one value', () => {
  const kit = { ...product, name: '箱', pictures: ['/Image/a.jpg'] }
  const present = presentProduct({ ...kit, version: 2, pictures: ['/Image/b.jpg', '/Image/c.jpg'] })
  const level = { ...present.values, level: 'advanced' }
  const drawn = drawnIn(drawnWith(presentProduct(kit)), '1')
  const { values: typed } = presentProduct({ ...kit, pictures: ['/Image/d.jpg'] })
  expect(mergedForm({ ...present, values: level }, drawn, typed).merged).toMatchObject({
    taken: [{ name: 'レベル', now: '上級' }],
    both: [
      {
        ...{ name: '写真', typed: '1枚', now: '2枚' },
        ...{ typedPictures: ['/Image/d.jpg'], nowPictures: ['/Image/b.jpg', '/Image/c.jpg'] },
      },
    ],
  })
  const fabric = presentProduct({ ...kit, type: 'fabric' })
  expect(Object.keys(fabric.labels), 'its form has no level').not.toContain('level')
})

test('N82: sums of which one is chosen say 円, however they were typed', () => {
  const form = { ...product, priceText: '640' }
  const present = presentProduct({ ...form, version: 2, priceText: '1650円' })
  const drawn = drawnIn(drawnWith(presentProduct(form)), '1')
  const said = (price: string) =>
    mergedForm(present, drawn, { ...presentProduct(form).values, price }).merged?.both
  expect(said('６５０')).toMatchObject([{ name: '価格', typed: '650円', now: '1,650円' }])
  expect(said('66O')).toMatchObject([{ typed: '66O', now: '1,650円' }])
})

test('R19: a form that nobody touched gives back what it was filled with', () => {
  const fabric = {
    ...product,
    type: 'fabric',
    kit: null,
    told: { ...noFacts, material: '綿\r麻', width: '110cm', text: '一\n二' },
  } as const
  for (const { text, ...lines } of [typedOf(product), typedOf(fabric)]) {
    expect(JSON.stringify(lines)).not.toMatch(/\\[rn]/)
    expect(text).toBe('一\n二')
  }
})

test('N41: a preview shows name with colour, facts and price as the page does', () => {
  const typed = { ...newProduct('F-1', null), ...facts, name: '帆布', price: '６６０円' }
  expect(previewOf(typed, 'fabric')).toMatchObject({
    name: '帆布【藍】',
    price: 660,
    text: '帆布です。',
    facts: [{ name: '色' }, { name: '素材' }, { name: '生地巾' }, { name: '厚さ' }],
  })
  expect(previewOf({ ...typed, fabricSize: '50cm' }, 'kit')).toMatchObject({
    name: '帆布',
    facts: [{ name: '使う布（別売り）', value: '50cm' }],
  })
})
