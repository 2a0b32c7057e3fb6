import { codePointLength, cutText } from '~/kernel/text.ts'
import { recipePath } from './list.rules.ts'
import type { Recipe } from './types.ts'

export interface ShareLink {
  readonly id: 'twitter' | 'facebook' | 'line'
  readonly name: string
  /** A page of theirs, where the shared text is looked at before it is sent (R21). */
  readonly href: string
}

interface Shared {
  /** Absolute, as is `page`. */
  readonly url: string
  readonly text: string
  /** For X, which takes no more than `mostOnX`. */
  readonly textOnX?: string
  /** For Facebook, which takes no text: what the text leads to (R20). */
  readonly page?: string
}

/** Where a text with an address can be shared. */
export const shareLinks = ({ url, text, textOnX = text, page = url }: Shared): ShareLink[] => [
  {
    id: 'twitter',
    name: 'X（旧Twitter）',
    href: `https://twitter.com/intent/tweet?${new URLSearchParams({ text: textOnX, url })}`,
  },
  {
    id: 'facebook',
    name: 'Facebook',
    href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: page })}`,
  },
  {
    id: 'line',
    name: 'LINE',
    href: `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url, text })}`,
  },
]

const weightOfAddress = 23
// What X counts as half of a Japanese character.
const light = /[\n -\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/g

/** The length of a text as X counts it: 2 for a Japanese character or an emoji's part, 23 for an address. */
export const weightOnX = (text: string): number => {
  const words = text.normalize('NFC').replaceAll(/https?:\/\/\S+/g, 'x'.repeat(weightOfAddress))
  return 2 * codePointLength(words) - (words.match(light)?.length ?? 0)
}

/** What `weightOnX` leaves for a text to which X adds a blank and an address. */
export const mostOnX = 280 - 1 - weightOfAddress

const longestTitle = 100

/** What `compose` makes of a title, which is cut until it weighs no more than `most`. */
const fitting = (title: string, most: number, compose: (title: string) => string): string => {
  let text = compose(title)
  for (let length = longestTitle; length > 0 && weightOnX(text) > most; length -= 1)
    text = compose(cutText(title, length))
  return text
}

/** What stands beside the address of a recipe that anybody shares; it fits on X. */
export const sharedText = ({ title, author }: Pick<Recipe, 'title' | 'author'>): string =>
  fitting(title, mostOnX, (shown) => `${shown}（${author.name}さんの作品）`)

/** A hashtag ends at the first mark or blank. */
const hashtag = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_ー]/gu, '')

/**
 * What announces a new recipe: its title, hashtags and its own address (R20). `origin` is the site's. Beyond the weight `most` the
 * last hashtags go first, then the end of the title.
 */
export const postedText = (
  { id, title, tags }: Pick<Recipe, 'id' | 'title' | 'tags'>,
  origin: string,
  most = Number.POSITIVE_INFINITY,
): string => {
  const ours = ['手づくり', 'ハンドメイド']
  const hashtags = [...new Set([...ours, ...tags.map(hashtag)])].filter((tag) => tag !== '')
  const announced = (shown: string, count: number) =>
    [
      `新しい作品「${shown}」を投稿しました！`,
      hashtags
        .slice(0, count)
        .map((tag) => `#${tag}`)
        .join(' '),
      `${origin}${recipePath(id)}`,
    ].join('\n')
  let count = hashtags.length
  while (count > ours.length && weightOnX(announced(title, count)) > most) count -= 1
  return fitting(title, most, (shown) => announced(shown, count))
}
