import { isPossibleRecipeId } from '~/features/recipes/list.rules.ts'
import type { Fields } from './fields.rules.ts'
import { type ReadDocument, type Reading, refuse, take } from './form.server.ts'
import { cookingTimeOf, difficultyOf, isPossibleMemberId } from './rules.ts'

/** Checks a recipe by the form's rules, with old levels and fields (R23, R31). Refused links and explanations are omitted and reported. */
export const readRecipeDocument = ({ id, now, forms, fields }: Reading): ReadDocument => {
  const authorId = fields.id('users', 'authorId', 'authorRef')
  const [storedTime, storedLevel] = [fields.text('cookingTime'), fields.text('difficulty')]
  const [cookingTime, difficulty] = [cookingTimeOf(storedTime), difficultyOf(storedLevel || '初級')]
  const [createdAt, updatedAt] = [fields.time('createdAt'), fields.time('updatedAt')]
  const form = formOf(fields)
  const row = {
    id,
    authorId,
    authorName: fields.text('authorName'),
    authorSns: JSON.stringify(authorLinks(fields)),
    views: Math.min(fields.count('views'), 2_000_000_000),
    hidden: fields.flag('hidden'),
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? createdAt ?? now,
  }
  fields.skip('id', 'authorEmail', 'likes', 'image')
  if (!isPossibleRecipeId(id)) return refuse('番号に使えない文字があります')
  if (!isPossibleMemberId(authorId)) return refuse('投稿した会員（authorId）がありません')
  if (cookingTime === null) return refuse(`制作時間「${storedTime}」がわかりません`)
  if (difficulty === null) return refuse(`難易度「${storedLevel}」がわかりません`)
  form.set('cookingTime', cookingTime)
  form.set('difficulty', difficulty)
  const { content, notes, why } = readLeniently(form, forms)
  if (content === null) return refuse(why)
  return take(
    { kind: 'recipe', row: { ...row, content } },
    createdAt === null ? [...notes, '投稿日がないので、いまの日付にしました'] : notes,
  )
}

/** As they stood; a page shows those of the profile (R13). */
const authorLinks = (fields: Fields): Readonly<Record<string, string>> => {
  const links = fields.below('authorSNS')
  const networks = ['instagram', 'twitter', 'youtube', 'tiktok', 'website', 'facebook', 'line']
  return Object.fromEntries(
    networks.map((network) => [network, links.text(network)]).filter(([, address]) => address !== ''),
  )
}

const formOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const name of ['title', 'description']) form.set(name, fields.text(name))
  form.set('mainImageUrl', fields.picture('mainImageUrl', 'image'))
  const explanation = explanationOf(fields)
  form.set('explanationType', explanation)
  const chosen = explanationFields[explanation]
  if (chosen !== undefined) form.set(chosen, fields.text(chosen))
  form.set('tags', fields.texts('tags', /[\n、,]+/).join('、'))
  for (const text of fields.texts('ingredients', /\n+/)) form.append('ingredient[]', text)
  for (const step of fields.items('steps', 'description')) {
    form.append('stepId[]', step.text('id'))
    form.append('step[]', step.text('description', 'text', 'title'))
    form.append('stepImage[]', step.picture('imageUrl', 'image'))
    step.skip('order', 'stepNumber')
  }
  for (const product of fields.items('affiliateProducts', 'name')) {
    form.append('productId[]', product.text('id'))
    form.append('productName[]', product.text('name'))
    form.append('productDescription[]', product.text('description'))
    form.append('productUrl[]', product.text('productUrl'))
    form.append('productPrice[]', product.text('price'))
    form.append('productImage[]', product.picture('imageUrl'))
  }
  return form
}

const explanationFields: Readonly<Record<string, string>> = {
  video: 'youtubeUrl',
  website: 'websiteExplanation',
  pdf: 'pdfUrl',
}

/** Old documents have no type, and one of the three explanations. */
const explanationOf = (fields: Fields): string =>
  fields.text('explanationType') ||
  (Object.entries(explanationFields).find(([, field]) => fields.has(field))?.[0] ?? 'none')

const explanationErrors = Object.values(explanationFields)

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
