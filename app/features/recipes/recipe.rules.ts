import { type PictureName, pictureOf, pictureSources, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import { type CardWords, cardMark } from '~/kernel/share-card.ts'
import { summaryLine } from '~/kernel/text.ts'
import { memberPath, recipePath } from './list.rules.ts'
import type { CookingTime, Recipe } from './types.ts'

export interface ShownRecipe extends Recipe {
  /** Visible to its author only (A7). */
  readonly isHidden: boolean
  /** In the owner's words; may be empty. */
  readonly hiddenReason: string
  readonly isOwn: boolean
  /** YouTube id of the explaining video (R7). */
  readonly videoId: string | null
  /** Null when the PDF lies on another site. */
  readonly pdfBytes: number | null
}

const longestSummary = 120

/** One line for search results and shared cards. */
export const summaryOf = ({ title, description }: Recipe): string =>
  summaryLine(description, longestSummary) || `${title}の材料とつくり方を、写真といっしょにご紹介します。`

/** Such as 840KB and 1.2MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

/** Its own photograph, else the first step's that was uploaded here. */
export const sharedPictureOf = ({
  mainImageUrl,
  steps,
}: Pick<Recipe, 'mainImageUrl' | 'steps'>): PictureName | undefined =>
  [mainImageUrl, ...steps.map(({ imageUrl = '' }) => imageUrl)]
    .map(pictureOf)
    .find((picture) => picture !== undefined)

/** `name` is the photograph's: another photograph, and another title, get another address. */
export const shareCardPath = (id: string, { name }: PictureName, words: CardWords): string =>
  href('/gallery/detail/:recipeId/share.jpg', { recipeId: id, v: cardVersionOf(name, words) })

export const cardVersionOf = (name: string, words: CardWords): string =>
  `${name.slice(0, 16)}-${cardMark(words)}`

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

/** schema.org data for search engines; a recipe without steps is only a CreativeWork. */
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

/** The recipe is in the address so that browsers save the file under its title (R8). */
export const pdfOfRecipe = ({ id, pdfUrl }: Pick<Recipe, 'id' | 'pdfUrl'>): string =>
  `${pdfUrl}?${new URLSearchParams({ work: id })}`

const videoId = /^[\w-]{11}$/
const hosts = new Set(['youtube.com', 'youtube-nocookie.com'])
const pathWithId = /^\/(?:shorts|embed|live)\/([^/]+)\/?$/

/** The 11-character id in a YouTube address (watch, youtu.be, short or embed), or null (R7). */
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

/** This host sets no cookies before a video is played. */
export const videoHost = 'https://www.youtube-nocookie.com'

export const playerAddress = (id: string): string => `${videoHost}/embed/${id}?autoplay=1&rel=0`

/** `hidden` is the reason, which may be empty; null shows it again. */
export interface Hiding {
  readonly hidden: { readonly reason: string } | null
}

export interface HiddenItem {
  readonly kind: 'recipe' | 'comment'
  /** Its title, or the beginning of its text. */
  readonly title: string
  readonly author: string
}

export const hidingColumns = ({ hidden }: Hiding) => ({
  hidden: hidden === null ? 0 : 1,
  hiddenReason: hidden?.reason ?? '',
})

export interface ColumnsWithUploads {
  readonly mainImageUrl: string
  readonly pdfUrl: string
  /** JSON, like the next two. */
  readonly moreImages: string
  readonly steps: string
  readonly affiliateProducts: string
}

/** In order, beginning with that of the card; empty when there are none (W7). */
export const photographsOf = ({
  mainImageUrl,
  moreImages,
}: Pick<Recipe, 'mainImageUrl' | 'moreImages'>): readonly string[] =>
  [mainImageUrl, ...moreImages].filter((url) => url !== '')

export const uploadsIn = (row: ColumnsWithUploads): readonly string[] =>
  uploadUrlsIn([row.mainImageUrl, row.moreImages, row.pdfUrl, row.steps, row.affiliateProducts].join('\n'))
