import { z } from 'zod'
import { uploadNameOf } from '~/features/pictures/rules.ts'
import { mostTies } from '~/features/recipes/materials/rules.ts'
import { tieWritten } from '~/features/recipes/materials/written.rules.ts'
import { videoIdOf } from '~/features/recipes/recipe.rules.ts'
import { cookingTimes, difficulties, explanationTypes, type RecipeInput } from '~/features/recipes/types.ts'
import { basedOnOf, fieldOf } from '~/kernel/form.ts'
import { safeLink, webLink, withScheme } from '~/kernel/links.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, nfkc, oneLine, plainLines, tagsIn } from '~/kernel/text.ts'
import {
  explanationFields,
  formFields,
  formLimit,
  listLimits,
  type RecipeErrors,
  rowFields,
  type TypedProductRow,
  type TypedRecipe,
  textLimits,
  typedRecipeIn,
  withoutEqualPhotographs,
} from './form.rules.ts'
import {
  equalPhotographs,
  missingTexts,
  recipeLabels,
  tiedLabel,
  tooLongText,
  tooManyPhotographs,
  tooManyText,
} from './form.texts.ts'

export interface ReadRecipe {
  readonly typed: TypedRecipe
  readonly content: Result<RecipeInput, RecipeErrors>
  /** What her device called the uploaded PDF; '' where nobody knows (R48). */
  readonly pdfName: string
  /** Made for this form, or for another recipe of the same content; the command checks the owner. */
  readonly id: string
  /** The `updatedAt` that the member saw, or has chosen to overwrite (R18); -1 when it is none. */
  readonly basedOn: number
  /** Names of fields that are not hers to write (R17). */
  readonly ignored: readonly string[]
}

/**
 * The form of upload and recipe-edit. What a screen makes is read, with its faults; what is far beyond is refused before that, with
 * the lists that have too many rows (D6).
 */
export const readRecipeForm = (form: FormData): Result<ReadRecipe, RecipeErrors> => {
  const rows = faultsOfRows(form)
  if (Object.keys(rows).length > 0 || sizeOf(form) > formLimit) return refused(rows)
  const { typed, left } = withoutEqualPhotographs(typedRecipeIn(form))
  const [fields, explanation] = [fieldsSchema.safeParse(typed), explanationSchema.safeParse(typed)]
  const faults = [...(fields.error?.issues ?? []), ...(explanation.error?.issues ?? [])]
  const equal: RecipeErrors = left === 0 ? {} : { moreImages: equalPhotographs(left) }
  return ok({
    typed,
    content:
      fields.success && explanation.success && left === 0
        ? ok(inputIn(fields.data, explanation.data))
        : refused({ ...equal, ...firstErrors(faults, typed) }),
    pdfName: pdfNameIn(typed),
    id: fieldOf(form, form.has('newId') ? 'newId' : 'id'),
    basedOn: basedOnOf(form),
    ignored: [...new Set(form.keys())].filter((name) => !formFields.has(name)),
  })
}

/** She cannot change it, so what is too long is cut and not refused. */
const pdfNameIn = ({ explanationType, pdfUrl, pdfName }: TypedRecipe): string =>
  explanationType === 'pdf' && uploadNameOf(pdfUrl) !== undefined
    ? [...oneLine(pdfName.normalize('NFC'))].slice(0, textLimits.pdfName).join('')
    : ''

/** A screen ends its lists at their limits; one of twice as many rows, empty ones included, it did not make. */
const faultsOfRows = (form: FormData): RecipeErrors => {
  const labels = {
    photographs: recipeLabels.mainImageUrl,
    ingredients: recipeLabels.ingredients,
    steps: '手順',
    products: recipeLabels.products,
  }
  const faultOf = (list: keyof typeof rowFields) => {
    const count = Math.max(...rowFields[list].map((name) => form.getAll(name).length))
    return count > 2 * listLimits[list] ? { [list]: tooManyText(labels[list], listLimits[list], count) } : {}
  }
  return { ...faultOf('photographs'), ...faultOf('ingredients'), ...faultOf('steps'), ...faultOf('products') }
}

/** The first text for each field; a row is named by its id, for it may have moved when the answer comes. */
const firstErrors = (issues: readonly z.core.$ZodIssue[], typed: TypedRecipe): RecipeErrors => {
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    ingredients: typed.ingredients,
    steps: typed.steps,
    products: typed.products,
  }
  const name = ([list, at, ...rest]: readonly PropertyKey[]) =>
    [list, typeof at === 'number' ? lists[String(list)]?.[at]?.id : at, ...rest]
      .filter((part) => part !== undefined)
      .join('.')
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [name(path), message]))
}

const sizeOf = (form: FormData): number =>
  [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

const limited = (label: string, limit: number, clean: (text: string) => string) =>
  z
    .string()
    .transform(clean)
    .refine((text) => codePointLength(text) <= limit, { error: tooLongText(label, limit) })

const filled = (label: string, limit: number, clean: (text: string) => string, missing: string) =>
  limited(label, limit, clean).refine(isVisible, { error: missing })

/** The command checks whether it is her upload: it may be the present one. */
const picture = z.string().max(textLimits.address)

/** W7. */
const moreImages = z.array(picture).superRefine((list, { addIssue }) => {
  const count = list.length + 1
  if (count > listLimits.photographs) addIssue(tooManyPhotographs(count))
})

const ingredient = z
  .object({
    text: limited('材料', textLimits.ingredient, oneLine),
    tieNumber: z.string(),
    tieUnits: z.string(),
    tieName: z.string(),
  })
  .transform(({ text, ...tie }) => ({ text, tied: tieWritten(tie) }))

const step = z.object({
  id: z.string(),
  description: limited('手順', textLimits.step, plainLines),
  imageUrl: picture,
})

const isEmptyProduct = ({ name, description, productUrl, price, imageUrl }: Omit<TypedProductRow, 'id'>) =>
  !isVisible([name, description, productUrl, price, imageUrl].join(''))

const product = z
  .object({
    id: z.string(),
    name: limited('商品の名前', textLimits.productName, oneLine),
    description: limited('商品の説明', textLimits.productDescription, plainLines),
    productUrl: z.string().transform((text) => withScheme(nfkc(text).trim())),
    price: limited('価格', textLimits.productPrice, oneLine),
    imageUrl: picture,
  })
  .superRefine((typed, { addIssue }) => {
    if (isEmptyProduct(typed)) return
    if (!isVisible(typed.name))
      addIssue({ code: 'custom', path: ['name'], message: missingTexts.productName })
    if (typed.productUrl.length > textLimits.address || webLink(typed.productUrl) === null)
      addIssue({ code: 'custom', path: ['productUrl'], message: missingTexts.productUrl })
  })

const isEmptyStep = ({ description, imageUrl }: z.output<typeof step>) =>
  !isVisible(description) && imageUrl === ''

const mostOf = <Row extends z.ZodType>(
  row: Row,
  label: string,
  limit: number,
  isEmpty: (typed: z.output<Row>) => boolean,
) =>
  z.array(row).superRefine((typed, { addIssue }) => {
    const count = typed.filter((each) => !isEmpty(each)).length
    if (count > limit) addIssue(tooManyText(label, limit, count))
  })

/** R29: each id once, and kept where it is one. */
const withIds = <Row extends { readonly id: string }>(list: readonly Row[]) => {
  const numbers = list.map(({ id }) => (/^[1-9]\d{0,5}$/.test(id) ? Number(id) : 0))
  let next = Math.max(0, ...numbers)
  const used = new Set<number>()
  return list.map((row, at) => {
    const own = numbers[at] ?? 0
    if (own === 0 || used.has(own)) next += 1
    const id = own === 0 || used.has(own) ? next : own
    used.add(id)
    return { ...row, id }
  })
}

const tags = z
  .string()
  .transform(tagsIn)
  .superRefine((list, { addIssue }) => {
    if (list.length > listLimits.tags) addIssue(tooManyText(recipeLabels.tags, listLimits.tags, list.length))
    if (list.some((tag) => codePointLength(tag) > textLimits.tag))
      addIssue(`タグは、1つを${textLimits.tag}文字以内にしてください。「、」や空白で区切れます。`)
  })

const pdfAddress = (text: string): string | null =>
  uploadNameOf(text) !== undefined && text.endsWith('.pdf')
    ? text
    : text.length <= textLimits.address
      ? safeLink(text)
      : null

/** Only the chosen kind is kept (R10). */
const explanationSchema = z
  .object({
    explanationType: z.enum(explanationTypes).catch('none'),
    youtubeUrl: z.string(),
    websiteExplanation: z.string().transform(plainLines),
    pdfUrl: z.string(),
  })
  .transform(({ explanationType, ...typed }, { addIssue }) => {
    const kept = { explanationType, youtubeUrl: '', websiteExplanation: '', pdfUrl: '' }
    if (explanationType === 'none') return kept
    const field = explanationFields[explanationType]
    const text = explanationText[explanationType](typed[field])
    const limit = textLimits.websiteExplanation
    if (text === null || !isVisible(text))
      addIssue({ code: 'custom', path: [field], message: missingTexts[field] })
    else if (explanationType === 'website' && codePointLength(text) > limit)
      addIssue({ code: 'custom', path: [field], message: tooLongText(recipeLabels[field], limit) })
    return { ...kept, [field]: text ?? '' }
  })

/** Stored form; null when invalid. */
const explanationText = {
  video: (typed: string) => {
    const video = videoIdOf(nfkc(typed))
    return video === null ? null : `https://www.youtube.com/watch?v=${video}`
  },
  website: (typed: string) => typed,
  pdf: (typed: string) => pdfAddress(nfkc(typed).trim()),
} as const

/** W5: a line without text is none, whatever was chosen for it. */
const linesIn = <Line extends { readonly text: string }>(typed: readonly Line[]) =>
  typed.filter(({ text }) => isVisible(text))

const fieldsSchema = z.object({
  mainImageUrl: picture,
  moreImages,
  title: filled(recipeLabels.title, textLimits.title, oneLine, missingTexts.title),
  description: filled(recipeLabels.description, textLimits.description, plainLines, missingTexts.description),
  cookingTime: z.enum(cookingTimes, { error: missingTexts.cookingTime }),
  difficulty: z.enum(difficulties, { error: missingTexts.difficulty }),
  tags,
  ingredients: mostOf(
    ingredient,
    recipeLabels.ingredients,
    listLimits.ingredients,
    ({ text }) => !isVisible(text),
  ).superRefine((typed, { addIssue }) => {
    const count = linesIn(typed).filter(({ tied }) => tied).length
    if (count > mostTies) addIssue(tooManyText(tiedLabel, mostTies, count))
  }),
  steps: mostOf(step, '手順', listLimits.steps, isEmptyStep),
  products: mostOf(product, recipeLabels.products, listLimits.products, isEmptyProduct),
})

const inputIn = (
  { ingredients, steps, products, ...fields }: z.output<typeof fieldsSchema>,
  explanation: z.output<typeof explanationSchema>,
): RecipeInput => ({
  ...fields,
  ...explanation,
  ingredients: linesIn(ingredients).map(({ text }) => text),
  ties: linesIn(ingredients).flatMap(({ tied }, line) =>
    tied === undefined ? [] : [{ line, product: tied }],
  ),
  steps: withIds(steps.filter((each) => !isEmptyStep(each))).map(({ id, description, imageUrl }) => ({
    id,
    description,
    ...(imageUrl === '' ? {} : { imageUrl }),
  })),
  affiliateProducts: withIds(products.filter((each) => !isEmptyProduct(each))).map(
    ({ id, name, description, productUrl, price, imageUrl }) => ({
      id: String(id),
      name,
      description,
      productUrl: webLink(productUrl) ?? '',
      ...(isVisible(price) ? { price } : {}),
      ...(imageUrl === '' ? {} : { imageUrl }),
    }),
  ),
})
