import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import {
  listOfTexts,
  pictureIn,
  type ReadDocument,
  type Reading,
  refuse,
  take,
  textIn,
} from './form.server.ts'
import { cookingTimeOf, difficultyOf, isPossibleMemberId, timeOf } from './rules.ts'
import type { FormerDocument } from './types.ts'

/** Checks a recipe by the form's rules, with old levels and fields (R23, R31). Refused links and explanations are omitted and reported. */
export const readRecipeDocument = ({ data }: FormerDocument, { id, now, forms }: Reading): ReadDocument => {
  const authorId = textIn(data, 'authorId')
  if (!isPossibleRecipeId(id)) return refuse('番号に使えない文字があります')
  if (!isPossibleMemberId(authorId)) return refuse('投稿した会員（authorId）がありません')
  const cookingTime = cookingTimeOf(textIn(data, 'cookingTime'))
  const difficulty = difficultyOf(textIn(data, 'difficulty') || '初級')
  if (cookingTime === null) return refuse(`制作時間「${textIn(data, 'cookingTime')}」がわかりません`)
  if (difficulty === null) return refuse(`難易度「${textIn(data, 'difficulty')}」がわかりません`)
  const form = formOf(data)
  form.set('cookingTime', cookingTime)
  form.set('difficulty', difficulty)
  const { content, notes, why } = readLeniently(form, forms)
  if (content === null) return refuse(why)
  const createdAt = timeOf(data.createdAt)
  const views =
    typeof data.views === 'number' && Number.isSafeInteger(data.views) ? Math.max(0, data.views) : 0
  return take(
    {
      kind: 'recipe',
      row: {
        id,
        authorId,
        authorName: textIn(data, 'authorName'),
        authorSns: JSON.stringify(fieldsOf(data.authorSNS)),
        content,
        views: Math.min(views, 2_000_000_000),
        hidden: data.hidden === true,
        createdAt: createdAt ?? now,
        updatedAt: timeOf(data.updatedAt) ?? createdAt ?? now,
      },
    },
    createdAt === null ? [...notes, '投稿日がないので、いまの日付にしました'] : notes,
  )
}

const formOf = (data: FormerDocument['data']): FormData => {
  const form = new FormData()
  for (const name of ['title', 'description', 'youtubeUrl', 'websiteExplanation', 'pdfUrl'])
    form.set(name, textIn(data, name))
  form.set('mainImageUrl', pictureIn(textIn(data, 'mainImageUrl') || textIn(data, 'image')))
  form.set('explanationType', explanationType(data))
  form.set('tags', listOfTexts.parse(data.tags).join('、'))
  for (const text of listOfTexts.parse(data.ingredients)) form.append('ingredient[]', text)
  for (const step of listIn(data.steps)) {
    const fields = typeof step === 'string' ? { description: step } : fieldsOf(step)
    form.append('stepId[]', textIn(fields, 'id'))
    form.append('step[]', textIn(fields, 'description'))
    form.append('stepImage[]', pictureIn(textIn(fields, 'imageUrl')))
  }
  for (const product of listIn(data.affiliateProducts).map(fieldsOf)) {
    form.append('productId[]', textIn(product, 'id'))
    form.append('productName[]', textIn(product, 'name'))
    form.append('productDescription[]', textIn(product, 'description'))
    form.append('productUrl[]', textIn(product, 'productUrl'))
    form.append('productPrice[]', textIn(product, 'price'))
    form.append('productImage[]', pictureIn(textIn(product, 'imageUrl')))
  }
  return form
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Old documents have no type, and one of the three explanations. */
const explanationType = (data: FormerDocument['data']): string => {
  const stored = textIn(data, 'explanationType')
  if (stored !== '') return stored
  if (textIn(data, 'youtubeUrl') !== '') return 'video'
  if (textIn(data, 'websiteExplanation') !== '') return 'website'
  return textIn(data, 'pdfUrl') === '' ? 'none' : 'pdf'
}

const explanationErrors = ['youtubeUrl', 'websiteExplanation', 'pdfUrl']

const readLeniently = (form: FormData, forms: Reading['forms']) => {
  const notes: string[] = []
  // Each round omits something, and there are two things to omit.
  for (const _round of [1, 2, 3]) {
    const read = forms.recipe(form)
    if (read.ok) return { content: read.value, notes, why: '' }
    const faults = Object.entries(read.error)
    const hard = faults.filter(([name]) => !name.startsWith('products') && !explanationErrors.includes(name))
    if (hard.length > 0 || faults.length === 0)
      return { content: null, notes, why: hard.map(([, text]) => text).join('') || '長すぎる作品です' }
    for (const [name, text] of faults) {
      notes.push(
        name.startsWith('products')
          ? `おすすめ商品は写しません：${text}`
          : `作り方の説明は写しません：${text}`,
      )
      if (name.startsWith('products')) withoutProducts(form)
      else form.set('explanationType', 'none')
    }
  }
  return { content: null, notes, why: '読めない作品です' }
}

const withoutProducts = (form: FormData): void => {
  for (const name of [...form.keys()]) if (name.startsWith('product')) form.delete(name)
}
