import { describe, expect, test } from 'vitest'
import { formLimit, listLimits, textLimits, typedRecipe, typedRecipeIn } from './form.rules.ts'
import { readRecipeForm } from './form.server.ts'

const picture = `/Image/uploads/${'a'.repeat(32)}-9x9.jpg`
const pdf = `/Image/uploads/${'b'.repeat(32)}.pdf`

type Fields = Readonly<Record<string, string | readonly string[]>>

const filled: Fields = {
  id: 'work-0001',
  title: 'がま口',
  description: '小さながま口です。',
  cookingTime: '1hour',
  difficulty: '初級',
  explanationType: 'none',
}

const formOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat())
      form.append(/^(ingredient|tie|step|product)/.test(name) ? `${name}[]` : name, value)
  return form
}

const readForm = (form: FormData) => {
  const read = readRecipeForm(form)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}
const read = (fields: Fields = {}) => readForm(formOf({ ...filled, ...fields }))
const inputOf = (fields: Fields = {}) => {
  const { content } = read(fields)
  if (!content.ok) throw new Error(JSON.stringify(content.error))
  return content.value
}
const errorsOf = (fields: Fields = {}) => {
  const { content } = read(fields)
  return content.ok ? {} : content.error
}

describe('the form of a recipe', () => {
  test('gives a recipe of what is typed, without what is empty', () => {
    expect(
      inputOf({
        title: ' がま\u202e口\n',
        description: '一行目\r\n二行目 ',
        mainImageUrl: picture,
        difficulty: '上級',
        tags: '#巾着、ｶﾞﾏ口 巾着',
        ingredientId: ['1', '2', '3'],
        ingredient: ['布', ' 　', '糸'],
        stepId: ['4', '2', '9', '7'],
        step: ['切る', '', ' ', '縫う'],
        stepImage: ['', '', picture, ''],
        productId: ['1', '2'],
        productName: ['はさみ', ''],
        productDescription: ['よく切れる', ''],
        productUrl: ['https://shop.example/a', ''],
        productPrice: ['1,200円', ''],
        productImage: [picture, ''],
      }),
    ).toEqual({
      title: 'がま 口',
      description: '一行目\n二行目',
      mainImageUrl: picture,
      moreImages: [],
      cookingTime: '1hour',
      difficulty: '上級',
      tags: ['巾着', 'ガマ口'],
      ingredients: ['布', '糸'],
      ties: [],
      steps: [
        { id: 4, description: '切る' },
        { id: 9, description: '', imageUrl: picture },
        { id: 7, description: '縫う' },
      ],
      affiliateProducts: [
        {
          id: '1',
          name: 'はさみ',
          description: 'よく切れる',
          productUrl: 'https://shop.example/a',
          price: '1,200円',
          imageUrl: picture,
        },
      ],
      explanationType: 'none',
      youtubeUrl: '',
      websiteExplanation: '',
      pdfUrl: '',
    })
  })

  test('W7: photographs keep their order, the first is that of cards; one on its way leaves no gap', () => {
    const form = (first: string, more: readonly string[]) => {
      const all = formOf({ ...filled, mainImageUrl: first })
      for (const url of more) all.append('moreImage[]', url)
      return all
    }
    const photographs = (first: string, more: readonly string[]) => readForm(form(first, more)).content
    expect(photographs('/a', ['/c', '/b'])).toMatchObject({
      value: { mainImageUrl: '/a', moreImages: ['/c', '/b'] },
    })
    expect(photographs('', ['', '/b', '/c'])).toMatchObject({
      value: { mainImageUrl: '/b', moreImages: ['/c'] },
    })
    const more = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
    expect(photographs('/a', more(5))).toMatchObject({ ok: true })
    expect(photographs('/a', more(6))).toEqual({
      ok: false,
      error: { moreImages: '作品の写真は6枚までにしてください（いま7枚）。' },
    })
    expect(photographs('/a', ['/b'.repeat(501)])).toMatchObject({ ok: false })
    expect(readRecipeForm(form('/a', more(12))).ok).toBe(true)
    expect(readRecipeForm(form('/a', more(13))).ok).toBe(false)
    expect(readForm(form('/a', more(6))).typed.moreImages).toEqual(more(6))
  })

  test('R46: equal photographs are told, and given back as one', () => {
    const form = formOf({ ...filled, mainImageUrl: '/a' })
    for (const url of ['/b', '/a', '/b']) form.append('moreImage[]', url)
    const { typed, content } = readForm(form)
    expect([typed.mainImageUrl, typed.moreImages]).toEqual(['/a', ['/b']])
    const moreImages =
      '同じ写真がもうあります。2枚は加えていません。このままでよければ、もう一度ボタンを押してください。'
    expect(content).toEqual({ ok: false, error: { moreImages } })
    form.set('title', '')
    expect(readForm(form).content).toEqual({
      ok: false,
      error: { moreImages, title: 'タイトルを入力してください' },
    })
    const tooMany = formOf({ ...filled, mainImageUrl: '/a' })
    for (const url of ['/a', '/b', '/c', '/d', '/e', '/f', '/g']) tooMany.append('moreImage[]', url)
    expect(readForm(tooMany).content).toEqual({
      ok: false,
      error: { moreImages: '作品の写真は6枚までにしてください（いま7枚）。' },
    })
  })

  test('R48: an uploaded PDF has the name that the device gave it, cleaned and cut; an address has none', () => {
    const nameOf = (fields: Fields) => read({ explanationType: 'pdf', pdfUrl: pdf, ...fields }).pdfName
    expect(nameOf({ pdfName: ' 型\u202e紙\n.pdf' })).toBe('型 紙 .pdf')
    expect(nameOf({ pdfName: 'か\u3099ま口.pdf' })).toBe('がま口.pdf')
    expect(nameOf({ pdfName: '😀'.repeat(101) })).toBe('😀'.repeat(100))
    expect(nameOf({})).toBe('')
    expect(nameOf({ pdfName: '型紙.pdf', pdfUrl: 'https://other.example/a.pdf' })).toBe('')
    expect(nameOf({ pdfName: '型紙.pdf', explanationType: 'none' })).toBe('')
  })

  test('R48: the form of a stored recipe shows what is known of its PDF', () => {
    const stored = inputOf({ explanationType: 'pdf', pdfUrl: pdf })
    expect(typedRecipe(stored, { name: '型紙.pdf', bytes: 1_234 })).toMatchObject({
      pdfUrl: pdf,
      pdfName: '型紙.pdf',
      pdfBytes: '1234',
    })
    expect(typedRecipe(stored, { name: '', bytes: null })).toMatchObject({ pdfName: '', pdfBytes: '' })
  })

  test('R28: says what is missing, all at once and in the named words', () => {
    const empty = readForm(new FormData())
    expect(empty.content).toEqual({
      ok: false,
      error: {
        title: 'タイトルを入力してください',
        description: '説明を入力してください',
        cookingTime: '制作時間を選択してください',
        difficulty: '難易度を選択してください',
      },
    })
    expect(errorsOf({ title: ' \u200b　', description: '\n', explanationType: 'video' })).toEqual({
      title: 'タイトルを入力してください',
      description: '説明を入力してください',
      youtubeUrl: '有効なYouTube URLを入力してください',
    })
    expect(errorsOf({ cookingTime: '1年', difficulty: 'easy' })).toEqual({
      cookingTime: '制作時間を選択してください',
      difficulty: '難易度を選択してください',
    })
  })

  test('R43: a filler that nobody sees is no title, no material and no step', () => {
    const filler = '\u3164\u2800\u115f'
    expect(errorsOf({ title: filler })).toEqual({ title: 'タイトルを入力してください' })
    expect(inputOf({ title: '巾着', ingredient: [filler, '布'], step: [filler] })).toMatchObject({
      ingredients: ['布'],
      steps: [],
    })
  })

  test.each([
    ['title', textLimits.title, 'title'],
    ['description', textLimits.description, 'description'],
    ['ingredient', textLimits.ingredient, 'ingredients.1.text'],
    ['step', textLimits.step, 'steps.1.description'],
    ['tags', textLimits.tag, 'tags'],
  ])(
    '%s takes %i characters, emoji and kanji of two units among them, and one more is too many',
    (name, limit, key) => {
      const longest = `${'😀'.repeat(limit - 1)}𠮷`
      expect(errorsOf({ [name]: longest })).toEqual({})
      expect(Object.keys(errorsOf({ [name]: `${longest}あ` }))).toEqual([key])
    },
  )

  test.each([
    ['ingredients', listLimits.ingredients, (count: number) => ({ ingredient: Array(count).fill('布') })],
    ['steps', listLimits.steps, (count: number) => ({ step: Array(count).fill('縫う') })],
    [
      'tags',
      listLimits.tags,
      (count: number) => ({ tags: Array.from({ length: count }, (_, at) => `印${at}`).join(' ') }),
    ],
    [
      'products',
      listLimits.products,
      (count: number) => ({
        productName: Array(count).fill('布'),
        productUrl: Array(count).fill('https://shop.example'),
      }),
    ],
  ])('of %s there are at most %i', (name, most, fields) => {
    expect(errorsOf(fields(most))).toEqual({})
    expect(errorsOf(fields(most + 1))[name]).toContain(`${most}個までにしてください（いま${most + 1}個）。`)
  })

  test.each([
    ['ingredients', '材料', 100, (count: number) => ({ ingredient: Array(count).fill('布') })],
    ['steps', '手順', 60, (count: number) => ({ step: Array(count).fill('') })],
    ['steps', '手順', 60, (count: number) => ({ stepImage: Array(count).fill(picture) })],
    ['products', 'おすすめの商品', 5, (count: number) => ({ productPrice: Array(count).fill('1円') })],
  ])('D6: more than twice the rows of %s are refused before they are read', (list, label, limit, fields) => {
    expect(readRecipeForm(formOf(fields(2 * limit))).ok).toBe(true)
    expect(readRecipeForm(formOf({ ...fields(2 * limit + 1) }))).toEqual({
      ok: false,
      error: { [list]: `${label}は${limit}個までにしてください（いま${2 * limit + 1}個）。` },
    })
  })

  test('D6: 260,000 rows of each kind are refused with a text for each', () => {
    const rows = Array(260_000).fill('a')
    const { ok, error } = {
      error: {},
      ...readRecipeForm(formOf({ ingredient: rows, step: rows, productUrl: rows })),
    }
    expect([ok, Object.keys(error)]).toEqual([false, ['ingredients', 'steps', 'products']])
  })

  test('D6: more text than the longest recipe has is refused before it is read', () => {
    const emptyForm = formOf({})
    emptyForm.append('tags', 'a'.repeat(formLimit / 2))
    emptyForm.append('unknown', 'a'.repeat(formLimit / 2))
    expect(readRecipeForm(emptyForm).ok).toBe(true)
    emptyForm.append('title', 'a')
    expect(readRecipeForm(emptyForm)).toEqual({ ok: false, error: {} })
  })

  test('D6: the longest recipe, in characters of two units, is read', () => {
    const text = (length: number) => '𠮷'.repeat(length)
    const rows = (count: number, length: number) => Array<string>(count).fill(text(length))
    const { products, steps, ingredients } = listLimits
    expect(
      inputOf({
        title: text(textLimits.title),
        description: text(textLimits.description),
        explanationType: 'website',
        websiteExplanation: text(textLimits.websiteExplanation),
        ingredient: rows(ingredients, textLimits.ingredient),
        step: rows(steps, textLimits.step),
        stepImage: Array(steps).fill(picture),
        productName: rows(products, textLimits.productName),
        productDescription: rows(products, textLimits.productDescription),
        productPrice: rows(products, textLimits.productPrice),
        productUrl: Array(products).fill(`https://shop.example/${'a'.repeat(900)}`),
      }).steps,
    ).toHaveLength(steps)
  })

  test('a list and a text that are too long are refused with a text, and given back', () => {
    const many = read({ ingredient: Array<string>(101).fill('布') })
    expect(many.content).toMatchObject({
      error: { ingredients: '材料は100個までにしてください（いま101個）。' },
    })
    expect(many.typed.ingredients).toHaveLength(101)
    const long = read({ description: '布'.repeat(10_000) })
    expect(long.content).toMatchObject({ error: { description: '説明は2,000文字以内で入力してください。' } })
    expect(long.typed.description).toHaveLength(10_000)
  })

  describe('W5: what an author chose for a line of the materials', () => {
    const tied = {
      ingredient: ['表布', ' ', '裏布 F-2', '糸', 'ボタン'],
      tieNumber: ['Ｆ-１', 'F-9', '-', '', 'K-1'],
      tieUnits: ['3', '2', '', '', ''],
      tieName: ['麻の葉  シーチング', '水玉', '', '', '巾着\0キット'],
    }

    test('is kept with its line, and goes with a line that says nothing', () => {
      expect(inputOf(tied)).toMatchObject({
        ingredients: ['表布', '裏布 F-2', '糸', 'ボタン'],
        ties: [
          { line: 0, product: { number: 'F-1', units: 3, name: '麻の葉  シーチング' } },
          { line: 1, product: null },
          { line: 3, product: { number: 'K-1', units: 1, name: '巾着キット' } },
        ],
      })
      expect(inputOf({ ingredient: ['布'] }).ties).toEqual([])
    })

    test('stands at its line again when the recipe is edited', () => {
      const { ingredients } = typedRecipe(inputOf(tied))
      const again = {
        ingredient: ingredients.map(({ text }) => text),
        tieNumber: ingredients.map(({ tieNumber }) => tieNumber),
        tieUnits: ingredients.map(({ tieUnits }) => tieUnits),
        tieName: ingredients.map(({ tieName }) => tieName),
      }
      expect(again.tieNumber).toEqual(['F-1', '-', '', 'K-1'])
      expect(inputOf(again)).toEqual(inputOf(tied))
      expect(read(again).typed.ingredients).toEqual(ingredients)
    })

    test.each([
      ['0', undefined],
      ['-1', 1],
      ['1e1', 1],
      ['100', 99],
      ['99', 99],
    ])('units of %s are %s', (tieUnits, units) => {
      const { ties } = inputOf({ ingredient: '布', tieNumber: 'F-1', tieUnits })
      expect(ties[0]?.product?.units).toBe(units)
    })

    test.each(['a'.repeat(65), 'shipping', '\u200b'])('is no product by the number %s', (tieNumber) => {
      expect(inputOf({ ingredient: '布', tieNumber }).ties).toEqual([])
    })

    test('a name is kept to 400 characters', () => {
      const [tie] = inputOf({ ingredient: '布', tieNumber: 'F-1', tieName: '𠮷'.repeat(401) }).ties
      expect(tie?.product?.name).toBe('𠮷'.repeat(400))
    })

    test('is for forty lines at most, which is said', () => {
      const rows = (count: number) => ({
        ingredient: Array<string>(count + 1).fill('布'),
        tieNumber: [...Array<string>(count).fill('F-1'), '-'],
      })
      expect(errorsOf(rows(40))).toEqual({})
      expect(errorsOf(rows(41))).toEqual({
        ingredients: '材料につなぐお店の品は40個までにしてください（いま41個）。',
      })
    })
  })

  test('empty rows count for nothing', () => {
    const empty = (count: number) => Array<string>(count).fill(' ')
    expect(inputOf({ ingredient: empty(200), step: empty(120), productName: empty(10) })).toMatchObject({
      ingredients: [],
      ties: [],
      steps: [],
      affiliateProducts: [],
    })
  })

  test('R29: ids are kept when steps move, and are unique', () => {
    const ids = (stepId: readonly string[]) =>
      inputOf({ stepId, step: stepId.map(() => '縫う') }).steps.map(({ id }) => id)
    expect(ids(['3', '1', '2'])).toEqual([3, 1, 2])
    expect(ids(['2', '2', '0', '-1', 'x', '1e3', '1'])).toEqual([2, 3, 4, 5, 6, 7, 1])
  })

  test('a fault of a row is named by the row, wherever it stands', () => {
    const long = 'あ'.repeat(1_001)
    expect(errorsOf({ stepId: ['8', '5'], step: ['縫う', long] })).toEqual({
      'steps.5.description': '手順は1,000文字以内で入力してください。',
    })
    expect(errorsOf({ productId: ['6'], productDescription: ['何か'] })).toEqual({
      'products.6.name': '商品の名前を入力してください',
      'products.6.productUrl': '商品ページのURLを入力してください（例 https://example.com/item）',
    })
  })

  test.each([
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://user@shop.example',
    'はさみ',
    '//a.example',
  ])('P11, R9: a recommended product is on a page of the web, not on %s', (productUrl) => {
    expect(errorsOf({ productName: 'はさみ', productUrl })).toHaveProperty(['products.1.productUrl'])
  })

  test.each([
    ['http://shop.example/a', 'http://shop.example/a'],
    ['shop.example/a?b=1', 'https://shop.example/a?b=1'],
    ['ｓｈｏｐ．ｅｘａｍｐｌｅ', 'https://shop.example/'],
  ])('R9: the page of a product %s is kept as %s', (productUrl, kept) => {
    const typed = { title: 'x', description: 'x', cookingTime: '1hour', productName: 'はさみ', productUrl }
    expect(inputOf(typed)).toMatchObject({ affiliateProducts: [{ productUrl: kept }] })
  })

  test('R10: only the chosen kind of explanation is kept, as an address of ours', () => {
    const all = {
      youtubeUrl: 'youtu.be/abcdefghijk?si=x',
      websiteExplanation: ' くわしくは https://a.example へ ',
      pdfUrl: pdf,
    }
    const none = { youtubeUrl: '', websiteExplanation: '', pdfUrl: '' }
    expect(inputOf({ ...all, explanationType: 'none' })).toMatchObject(none)
    expect(inputOf({ ...all, explanationType: 'nonsense' })).toMatchObject({
      ...none,
      explanationType: 'none',
    })
    expect(inputOf({ ...all, explanationType: 'video' })).toMatchObject({
      ...none,
      youtubeUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
    })
    expect(inputOf({ ...all, explanationType: 'website' })).toMatchObject({
      ...none,
      websiteExplanation: 'くわしくは https://a.example へ',
    })
    expect(inputOf({ ...all, explanationType: 'pdf' })).toMatchObject({ ...none, pdfUrl: pdf })
  })

  test.each([
    ['video', 'youtubeUrl', 'https://evil.example/watch?v=abcdefghijk'],
    ['website', 'websiteExplanation', ' '],
    ['pdf', 'pdfUrl', ''],
    ['pdf', 'pdfUrl', 'http://a.example/x.pdf'],
    ['pdf', 'pdfUrl', 'javascript:alert(1)'],
    ['pdf', 'pdfUrl', picture],
  ])('R7, R8: an explanation by %s is not %s %s', (explanationType, field, text) => {
    expect(Object.keys(errorsOf({ explanationType, [field]: text }))).toEqual([field])
  })

  test('addresses and explanations that are too long', () => {
    const productUrl = `https://shop.example/${'a'.repeat(1_000)}`
    expect(errorsOf({ productName: 'はさみ', productUrl })).toHaveProperty(['products.1.productUrl'])
    const explanationType = 'website'
    expect(inputOf({ explanationType, websiteExplanation: 'あ'.repeat(5_000) })).toMatchObject({
      explanationType,
    })
    expect(errorsOf({ explanationType, websiteExplanation: 'あ'.repeat(5_001) })).toEqual({
      websiteExplanation: 'ウェブサイトの説明は5,000文字以内で入力してください。',
    })
  })

  test('R18: knows the version that was seen or is overwritten knowingly, and takes nothing else for one', () => {
    expect(read({ basedOn: '5' }).basedOn).toBe(5)
    expect(read({ basedOn: '5', overwrite: '7' }).basedOn).toBe(7)
    for (const basedOn of ['', '-5', '5.5', '1e3', 'x']) expect(read({ basedOn }).basedOn).toBe(-1)
  })

  test('R17: names the fields that are not hers to write', () => {
    const { ignored } = read({ likes: '99', views: '9', authorId: 'x', createdAt: '1', hidden: '1' })
    expect(ignored).toEqual(['likes', 'views', 'authorId', 'createdAt', 'hidden'])
  })

  test('what was stored is typed again as it was', () => {
    const content = inputOf({
      tags: '巾着、布',
      ingredient: ['布', '糸'],
      stepId: ['3', '1'],
      step: ['切る', '縫う'],
      stepImage: [picture, ''],
      productName: ['はさみ'],
      productUrl: ['https://shop.example/'],
    })
    const typed = typedRecipe(content)
    const form = formOf({
      ...filled,
      tags: typed.tags,
      ingredient: typed.ingredients.map(({ text }) => text),
      stepId: typed.steps.map(({ id }) => id),
      step: typed.steps.map(({ description }) => description),
      stepImage: typed.steps.map(({ imageUrl }) => imageUrl),
      productId: typed.products.map(({ id }) => id),
      productName: typed.products.map(({ name }) => name),
      productUrl: typed.products.map(({ productUrl }) => productUrl),
    })
    expect(readForm(form).content).toEqual({ ok: true, value: content })
    expect(typedRecipeIn(form).steps).toEqual(typed.steps)
  })
})
