import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesOf, pictureOf, uploadNameOf, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { typedRecipe } from '~/features/recipes/editor/form.rules.ts'
import { readRecipeForm } from '~/features/recipes/editor/form.server.ts'
import { cookingTimes, difficulties, explanationTypes, type RecipeInput } from '~/features/recipes/types.ts'
import { demoUploadNames, readDemoUpload } from './demo-uploads.ts'
import { demoFabrics } from './fabrics.ts'
import { demoKits } from './kits.ts'
import { demoAuthors, demoMembers } from './members.ts'
import { demoReactions } from './reactions.ts'
import { demoRecipes } from './recipes.ts'

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const urls = distinct(
  [demoRecipes, demoFabrics, demoKits].flatMap((list) => uploadUrlsIn(JSON.stringify(list))),
)
const committed = (name: string) => readFileSync(new URL(`uploads/${name}`, import.meta.url))

test('24 recipes and more by six members who may post, dated differently', () => {
  expect(demoRecipes.length).toBeGreaterThanOrEqual(24)
  expect(distinct(demoRecipes.map(({ id }) => id))).toHaveLength(demoRecipes.length)
  const posting = [...demoMembers, ...demoAuthors].filter(({ canUpload }) => canUpload)
  expect(distinct(demoRecipes.map(({ author }) => author)).sort()).toEqual(
    posting.map(({ email }) => email).sort(),
  )
  const months = demoRecipes.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 7))
  expect(distinct(months).length).toBeGreaterThanOrEqual(10)
})

test('reactions name recipes of others once each, and make some recipes more popular than others', () => {
  const authorOf = new Map(demoRecipes.map(({ id, author }) => [id, author]))
  const emails = [...demoMembers, ...demoAuthors].map(({ email }) => email)
  expect(demoReactions.map(({ member }) => member).sort()).toEqual(emails.sort())
  for (const { member, likes, keeps } of demoReactions)
    for (const ids of [likes, keeps]) {
      expect(distinct(ids)).toEqual(ids)
      expect(ids.filter((id) => (authorOf.get(id) ?? member) === member)).toEqual([])
    }
  const liked = demoReactions.flatMap(({ likes }) => likes)
  const counts = demoRecipes.map(({ id }) => liked.filter((each) => each === id).length)
  expect(distinct(counts).sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('every level, time and kind of explanation is there, and two with recommended products', () => {
  expect(distinct(demoRecipes.map(({ difficulty }) => difficulty)).sort()).toEqual([...difficulties].sort())
  expect(distinct(demoRecipes.map(({ cookingTime }) => cookingTime)).sort()).toEqual([...cookingTimes].sort())
  expect(distinct(demoRecipes.map(({ explanationType }) => explanationType)).sort()).toEqual(
    [...explanationTypes].sort(),
  )
  expect(demoRecipes.filter(({ affiliateProducts }) => affiliateProducts.length > 0)).toHaveLength(2)
})

/** What the form sends for a recipe, by its fields' names. */
const formOf = (id: string, content: RecipeInput): FormData => {
  const { moreImages, ingredients, steps, products, ...fields } = typedRecipe(content)
  const rows: ReadonlyArray<readonly [string, string]> = [
    ['id', id],
    ...Object.entries(fields).filter(([, value]) => typeof value === 'string'),
    ...moreImages.map((url) => ['moreImage[]', url] as const),
    ...ingredients.flatMap(({ id, text }) => [
      ['ingredientId[]', id] as const,
      ['ingredient[]', text] as const,
    ]),
    ...steps.flatMap(({ id, description, imageUrl }) => [
      ['stepId[]', id] as const,
      ['step[]', description] as const,
      ['stepImage[]', imageUrl] as const,
    ]),
    ...products.flatMap(({ id, name, description, productUrl, price, imageUrl }) => [
      ['productId[]', id] as const,
      ['productName[]', name] as const,
      ['productDescription[]', description] as const,
      ['productUrl[]', productUrl] as const,
      ['productPrice[]', price] as const,
      ['productImage[]', imageUrl] as const,
    ]),
  ]
  const form = new FormData()
  for (const [name, value] of rows) form.append(name, value)
  return form
}

test.each(demoRecipes)('$id: the form takes it as it stands, with four to eight steps', (recipe) => {
  const { id, author, createdAt, ...content } = recipe
  expect(readRecipeForm(formOf(id, content))).toMatchObject({
    value: { content: { ok: true, value: content } },
  })
  expect(recipe.steps.length).toBeGreaterThanOrEqual(4)
  expect(recipe.steps.length).toBeLessThanOrEqual(8)
  expect(recipe.ingredients.length).toBeGreaterThanOrEqual(3)
})

test('every number that a recipe names can be bought, and every fabric is called by its own name', () => {
  const names = new Map([
    ...demoFabrics
      .filter(({ status }) => status === '公開中')
      .map(({ number, name }) => [number, name] as const),
    ...demoKits.map(({ id, name }) => [id, name] as const),
  ])
  const lines = demoRecipes.flatMap(({ ingredients, steps, ...texts }) => [
    ...ingredients,
    ...steps.map(({ description }) => description),
    texts.description,
    texts.websiteExplanation,
  ])
  const numbers = lines.flatMap((line) => line.match(/[FK]-\d+/g) ?? [])
  expect(distinct(numbers).length).toBeGreaterThan(30)
  expect(numbers.filter((number) => !names.has(number))).toEqual([])
  const first = (text: string) => text.split(/[ （]/)[0] ?? ''
  for (const [, number = '', called = ''] of lines.flatMap((line) => [
    ...line.matchAll(/([FK]-\d+) ([^\s、【（]+)/g),
  ]))
    if (called !== 'の残り') expect(`${number} ${names.get(number)}`).toContain(first(called).slice(0, 2))
})

describe('pictures', () => {
  test('each has all its sizes, by the names that the shop gives, and none lies there for nothing', () => {
    const files = urls.flatMap((url) =>
      filesOf({ width: 0, ...pictureOf(url), name: uploadNameOf(url) ?? url }),
    )
    expect([...demoUploadNames].sort()).toEqual(files.sort())
    for (const { mainImageUrl } of demoRecipes)
      expect(pictureOf(mainImageUrl)).toMatchObject({ width: 800, height: 1000 })
    expect(distinct(demoRecipes.map(({ mainImageUrl }) => mainImageUrl))).toHaveLength(demoRecipes.length)
  })

  test('R1: each name is the hash of its content, and together they are small', () => {
    const main = demoUploadNames.filter((name) => /\.(?:jpg|pdf)$/.test(name))
    for (const name of main)
      expect(createHash('sha256').update(committed(name)).digest('hex').slice(0, 32)).toBe(name.slice(0, 32))
    const bytes = demoUploadNames.reduce((sum, name) => sum + committed(name).length, 0)
    expect(bytes).toBeLessThan(9_200_000)
  })

  test('what the shop puts is what is committed', async () => {
    for (const ending of ['.avif', '.webp', '.jpg', '.pdf']) {
      const name = demoUploadNames.find((each) => each.endsWith(ending)) ?? ''
      expect(Buffer.compare(await readDemoUpload(name), committed(name))).toBe(0)
    }
    await expect(readDemoUpload('other.jpg')).rejects.toThrow('other.jpg')
  })
})
