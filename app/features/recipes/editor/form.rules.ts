import { fieldsOfTie, notChosen, type WrittenTie } from '~/features/recipes/materials/written.rules.ts'
import type { Author, ExplanationType, RecipeInput } from '~/features/recipes/types.ts'
import { memberId } from '~/kernel/actor.ts'
import { isVisible } from '~/kernel/text.ts'

/** Longest texts, in characters as code points. */
export const textLimits = {
  title: 100,
  description: 2_000,
  websiteExplanation: 5_000,
  ingredient: 100,
  step: 1_000,
  tag: 20,
  productName: 100,
  productDescription: 300,
  productPrice: 30,
  address: 1_000,
  pdfName: 100,
} as const

/** Of all fields together, in UTF-16 units: more than a recipe of the longest texts has. */
export const formLimit = 200_000

export const listLimits = { photographs: 6, ingredients: 100, steps: 60, tags: 10, products: 5 } as const

/** A row of a list that can be reordered; `id` identifies it at any place. */
export interface TypedRow {
  readonly id: string
}

export interface TypedIngredient extends TypedRow, WrittenTie {
  readonly text: string
}

export interface TypedStep extends TypedRow {
  readonly description: string
  readonly imageUrl: string
}

export interface TypedProductRow extends TypedRow {
  readonly name: string
  readonly description: string
  readonly productUrl: string
  readonly price: string
  readonly imageUrl: string
}

const plainFields = [
  'mainImageUrl',
  'title',
  'description',
  'cookingTime',
  'difficulty',
  'explanationType',
  'youtubeUrl',
  'websiteExplanation',
  'pdfUrl',
  'pdfName',
  'pdfBytes',
  'tags',
] as const

/** The field that each kind of explanation has. */
export const explanationFields = {
  video: 'youtubeUrl',
  website: 'websiteExplanation',
  pdf: 'pdfUrl',
} as const satisfies Partial<Record<ExplanationType, PlainField>>

type PlainField = (typeof plainFields)[number]

/** The form of a recipe, as typed. */
export interface TypedRecipe extends Readonly<Record<PlainField, string>> {
  /** Addresses of the photographs after `mainImageUrl` (W7). */
  readonly moreImages: readonly string[]
  readonly ingredients: readonly TypedIngredient[]
  readonly steps: readonly TypedStep[]
  readonly products: readonly TypedProductRow[]
}

/** Whether 作品のこと holds what a post wants of it: the field of the chosen explanation, too. */
export const isAboutFilled = (typed: TypedRecipe): boolean => {
  const chosen = Object.entries(explanationFields).find(([type]) => type === typed.explanationType)?.[1]
  const explained = chosen === undefined ? [] : [typed[chosen]]
  return [typed.title, typed.description, typed.cookingTime, ...explained].every(isVisible)
}

/** The fields of a row of each list, beside its id. */
export const rowFields = {
  photographs: ['moreImage[]'],
  ingredients: ['ingredient[]', 'tieNumber[]', 'tieUnits[]', 'tieName[]'],
  steps: ['step[]', 'stepImage[]'],
  products: ['productName[]', 'productDescription[]', 'productUrl[]', 'productPrice[]', 'productImage[]'],
} as const

/** The names of all fields that an author may write (R17), and those of the form itself. */
export const formFields: ReadonlySet<string> = new Set([
  ...plainFields,
  ...Object.values(rowFields).flat(),
  ...['ingredientId[]', 'stepId[]', 'productId[]'],
  ...['id', 'basedOn', 'overwrite', 'newId'],
])

/** By field, or by list, id of its row and field of the row: `title`, `steps.3.description`; of a photograph by `faultOfPhotograph`. */
export type RecipeErrors = Readonly<Record<string, string>>

/** The name of an error of one of `moreImages`; it follows the photograph when that is moved. */
export const faultOfPhotograph = (url: string): string => `moreImages.${url}`

export type RecipeFailure =
  | 'faults'
  | 'too_large'
  | 'failed'
  | 'not_signed_in'
  | 'not_permitted'
  | 'not_verified'
  | 'too_many'
  | 'id_not_hers'
  | 'changed_meanwhile'

/** The server's refusal of a post or save. */
export interface RecipeAnswer {
  /** Null when it was too much to give back. */
  readonly typed: TypedRecipe | null
  /** The intended recipe; null for that of the form. */
  readonly id: string | null
  /** Under which a new recipe may be posted instead; null for one that is edited. */
  readonly newId: string | null
  readonly basedOn: number
  readonly errors: RecipeErrors
  readonly failure: RecipeFailure
  /** The `updatedAt` that may be overwritten knowingly (R18). */
  readonly newer: number | null
  /** What the owner told her, beside the text of the refusal (A27). */
  readonly why?: string
}

/** For a form larger than any screen makes: it is not given back (D6). */
export const tooLargeAnswer = (errors: RecipeErrors): RecipeAnswer => ({
  typed: null,
  id: null,
  newId: null,
  basedOn: 0,
  errors,
  failure: 'too_large',
  newer: null,
})

/** Values of a form's fields; '' when missing. */
export const typedRecipeIn = (form: FormData): TypedRecipe => {
  const all = (name: string) => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
  const rows = (idName: string, names: readonly string[]) => {
    const ids = all(idName)
    const columns = names.map(all)
    const count = Math.max(...columns.map(({ length }) => length))
    return Array.from({ length: count }, (_, at) => ({
      id: ids[at] ?? String(at + 1),
      values: columns.map((column) => column[at] ?? ''),
    }))
  }
  const plain = (name: PlainField) => all(name)[0] ?? ''
  // A photograph that is still being uploaded has no address yet; the next takes its place.
  const photographs = [plain('mainImageUrl'), ...all('moreImage[]')].filter((url) => url !== '')
  const [mainImageUrl = '', ...moreImages] = photographs
  return {
    mainImageUrl,
    moreImages,
    title: plain('title'),
    description: plain('description'),
    cookingTime: plain('cookingTime'),
    difficulty: plain('difficulty'),
    explanationType: plain('explanationType'),
    youtubeUrl: plain('youtubeUrl'),
    websiteExplanation: plain('websiteExplanation'),
    pdfUrl: plain('pdfUrl'),
    pdfName: plain('pdfName'),
    pdfBytes: plain('pdfBytes'),
    tags: plain('tags'),
    ingredients: rows('ingredientId[]', rowFields.ingredients).map(({ id, values }) => {
      const [text = '', tieNumber = '', tieUnits = '', tieName = ''] = values
      return { id, text, tieNumber, tieUnits, tieName }
    }),
    steps: rows('stepId[]', rowFields.steps).map(({ id, values: [description = '', imageUrl = ''] }) => ({
      id,
      description,
      imageUrl,
    })),
    products: rows('productId[]', rowFields.products).map(({ id, values }) => {
      const [name = '', description = '', productUrl = '', price = '', imageUrl = ''] = values
      return { id, name, description, productUrl, price, imageUrl }
    }),
  }
}

/** With each photograph once, in their order, and how many stood there twice (R46). */
export const withoutEqualPhotographs = (
  typed: TypedRecipe,
): { readonly typed: TypedRecipe; readonly left: number } => {
  const { mainImageUrl, moreImages } = typed
  const others = [...new Set(moreImages)].filter((url) => url !== mainImageUrl)
  return { typed: { ...typed, moreImages: others }, left: moreImages.length - others.length }
}

/** What the device calls an uploaded PDF, and its size: for the eyes of who chose it, in her form alone (R48). */
export const noPdfFile = { pdfName: '', pdfBytes: '' }

/** Where a form is given back by a server that cannot read who sent it (R45). */
export const unknownAuthor: Author = { id: memberId(''), name: '', photoUrl: '' }

/** Empty except for the default (R28), with room for the first materials and steps. */
export const newRecipe: TypedRecipe = {
  mainImageUrl: '',
  moreImages: [],
  title: '',
  description: '',
  cookingTime: '',
  difficulty: '初級',
  explanationType: 'none',
  youtubeUrl: '',
  websiteExplanation: '',
  pdfUrl: '',
  ...noPdfFile,
  tags: '',
  ingredients: ['1', '2', '3'].map((id) => ({ id, text: '', ...notChosen })),
  steps: ['1', '2'].map((id) => ({ id, description: '', imageUrl: '' })),
  products: [],
}

/** The form of a stored recipe; `pdf` is what is known of the PDF that was uploaded for it. */
export const typedRecipe = (
  content: RecipeInput,
  pdf: { readonly name: string; readonly bytes: number | null } = { name: '', bytes: null },
): TypedRecipe => ({
  ...content,
  pdfName: pdf.name,
  pdfBytes: pdf.bytes === null ? '' : String(pdf.bytes),
  tags: content.tags.join('、'),
  ingredients: content.ingredients.map((text, at) => ({
    id: String(at + 1),
    text,
    ...fieldsOfTie(content.ties.find(({ line }) => line === at)),
  })),
  steps: content.steps.map(({ id, description, imageUrl = '' }) => ({
    id: String(id),
    description,
    imageUrl,
  })),
  products: content.affiliateProducts.map(({ price = '', imageUrl = '', ...product }) => ({
    ...product,
    price,
    imageUrl,
  })),
})

const isFilled = ({ id: _, ...texts }: TypedRow): boolean => isVisible(Object.values(texts).join(''))

/** Whether two forms hold the same; rows without anything in them do not count. */
export const isSameRecipe = (a: TypedRecipe, b: TypedRecipe): boolean => {
  const [first, second] = [a, b].map(({ ingredients, steps, products, ...plain }) =>
    JSON.stringify([
      plainFields.map((field) => plain[field]),
      plain.moreImages,
      ingredients.filter(isFilled).map(({ text, tieNumber, tieUnits }) => [text, tieNumber, tieUnits]),
      steps.filter(isFilled),
      products.filter(isFilled),
    ]),
  )
  return first === second
}

/** Errors of a refused form, without fields changed since: a corrected field is no longer red. */
export const standingErrors = (
  errors: RecipeErrors,
  refused: TypedRecipe | null,
  typed: TypedRecipe,
): RecipeErrors => {
  if (refused === null) return errors
  const isAsItWas = (name: string) =>
    JSON.stringify(partOf(refused, name)) === JSON.stringify(partOf(typed, name))
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isAsItWas(name)))
}

/** The place of an error: a field, a list or a row's field; none for an empty or removed row. */
const partOf = (typed: TypedRecipe, name: string): unknown => {
  const [field = '', id, ...rest] = name.split('.')
  const part = new Map<string, unknown>(Object.entries(typed)).get(field)
  if (id === undefined || !Array.isArray(part)) return part
  const row = [...typed.ingredients, ...typed.steps, ...typed.products].find(
    (each) => each.id === id && part.includes(each),
  )
  return row !== undefined && isFilled(row)
    ? new Map<string, unknown>(Object.entries(row)).get(rest.join('.'))
    : undefined
}
