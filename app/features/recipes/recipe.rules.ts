import { type PictureName, pictureOf, pictureSources, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import { summaryLine } from '~/kernel/text.ts'
import { memberPath, recipePath } from './list.rules.ts'
import type { CookingTime, Recipe } from './types.ts'

/** What the page of a recipe shows beside what its author wrote. */
export interface ShownRecipe extends Recipe {
  /** Its author alone sees it (A7). */
  readonly isHidden: boolean
  /** Why, in the owner's words; may be empty. */
  readonly hiddenReason: string
  /** The viewer is its author. */
  readonly isOwn: boolean
  /** Of the video that explains it (R7). */
  readonly videoId: string | null
  /** Size of the PDF; null when it lies elsewhere. */
  readonly pdfBytes: number | null
}

const longestSummary = 120

/** For search results and shared cards: one line. */
export const summaryOf = ({ title, description }: Recipe): string =>
  summaryLine(description, longestSummary) || `${title}の材料とつくり方を、写真といっしょにご紹介します。`

/** 1.2MB, or 340KB. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

/** The photograph that is shared with a recipe: its own, or the first of its steps that came by our own upload. */
export const sharedPictureOf = ({
  mainImageUrl,
  steps,
}: Pick<Recipe, 'mainImageUrl' | 'steps'>): PictureName | undefined =>
  [mainImageUrl, ...steps.map(({ imageUrl = '' }) => imageUrl)]
    .map(pictureOf)
    .find((picture) => picture !== undefined)

/** The address of a recipe's share card; the picture is the photograph that it is cut from. */
export const shareCardPath = (id: string, { name }: PictureName): string =>
  href('/gallery/detail/:recipeId/share.jpg', { recipeId: id, v: versionOf(name) })

export const versionOf = (name: string): string => name.slice(0, 16)

const durations: Readonly<Partial<Record<CookingTime, string>>> = {
  '30min': 'PT30M',
  '1hour': 'PT1H',
  '2hours': 'PT2H',
  '3hours': 'PT3H',
}

const absolute = (url: string | undefined, origin: string): string | undefined => {
  const { src } = pictureSources(url)
  return src === defaultLogo ? undefined : URL.parse(src, origin)?.href
}

/** What search engines read of a recipe (schema.org); one without steps is a CreativeWork alone. */
export const structuredRecipe = (recipe: Recipe, origin: string): object => ({
  '@type': recipe.steps.length === 0 ? 'CreativeWork' : 'HowTo',
  name: recipe.title,
  description: summaryOf(recipe),
  url: origin + recipePath(recipe.id),
  image: absolute(recipe.mainImageUrl, origin),
  inLanguage: 'ja',
  keywords: recipe.tags.length === 0 ? undefined : recipe.tags.join(','),
  datePublished: machineDate(recipe.createdAt),
  dateModified: machineDate(recipe.updatedAt),
  author: { '@type': 'Person', name: recipe.author.name, url: origin + memberPath(recipe.author.id) },
  ...(recipe.steps.length === 0
    ? {}
    : {
        totalTime: durations[recipe.cookingTime],
        supply: recipe.ingredients.map((name) => ({ '@type': 'HowToSupply', name })),
        step: recipe.steps.map(({ description, imageUrl }, at) => ({
          '@type': 'HowToStep',
          position: at + 1,
          text: description,
          image: absolute(imageUrl, origin),
        })),
      }),
})

/** The address of a recipe's own PDF; it is saved under the recipe's title (R8). */
export const pdfOfRecipe = ({ id, pdfUrl }: Pick<Recipe, 'id' | 'pdfUrl'>): string =>
  `${pdfUrl}?${new URLSearchParams({ work: id })}`

const videoId = /^[\w-]{11}$/
const hosts = new Set(['youtube.com', 'youtube-nocookie.com'])
const pathWithId = /^\/(?:shorts|embed|live)\/([^/]+)\/?$/

/** The 11-character id in an address of YouTube - watch, youtu.be, short or embed -, or null (R7). */
export const videoIdOf = (address: string): string | null => {
  const text = address.trim()
  const url = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.port !== '') return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const idIn = () => {
    if (host === 'youtu.be') return url.pathname.slice(1).replace(/\/$/, '')
    if (!hosts.has(host)) return null
    return /^\/watch\/?$/.test(url.pathname)
      ? url.searchParams.get('v')
      : (pathWithId.exec(url.pathname)?.[1] ?? null)
  }
  const id = idIn()
  return id !== null && videoId.test(id) ? id : null
}

/** The host of the video player: it sets no cookies before a video is played. */
export const videoHost = 'https://www.youtube-nocookie.com'

export const playerAddress = (id: string): string => `${videoHost}/embed/${id}?autoplay=1&rel=0`

/** `hidden: null` shows it again; otherwise it is hidden for this reason, which may be empty. */
export interface Hiding {
  readonly hidden: { readonly reason: string } | null
}

export interface HiddenThing {
  readonly kind: 'recipe' | 'comment'
  /** Its title, or the beginning of what it says. */
  readonly title: string
  readonly author: string
}

export const hidingColumns = ({ hidden }: Hiding) => ({
  hidden: hidden === null ? 0 : 1,
  hiddenReason: hidden?.reason ?? '',
})

/** The columns of a recipe that name uploads. */
export interface ColumnsWithUploads {
  readonly mainImageUrl: string
  readonly pdfUrl: string
  /** JSON, as the three are stored. */
  readonly moreImages: string
  readonly steps: string
  readonly affiliateProducts: string
}

/** A recipe's photographs in their order, the first of cards first; none where there is none (W7). */
export const photographsOf = ({
  mainImageUrl,
  moreImages,
}: Pick<Recipe, 'mainImageUrl' | 'moreImages'>): readonly string[] =>
  [mainImageUrl, ...moreImages].filter((url) => url !== '')

/** The addresses of the uploads that a stored recipe names. */
export const uploadsIn = (row: ColumnsWithUploads): readonly string[] =>
  uploadUrlsIn([row.mainImageUrl, row.moreImages, row.pdfUrl, row.steps, row.affiliateProducts].join('\n'))
