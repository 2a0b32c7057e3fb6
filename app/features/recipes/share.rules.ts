import { codePointLength, cutText } from '~/kernel/japanese-text.ts'
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

/** The first that fits in `most`, or the last. */
const fitting = (texts: readonly string[], most: number): string =>
  texts.find((text) => weightOnX(text) <= most) ?? texts.at(-1) ?? ''

const longestTitle = 100

/** A title in ever fewer characters. */
const shortened = (title: string): string[] =>
  Array.from({ length: longestTitle }, (_, cut) => cutText(title, longestTitle - cut))

/** What stands beside the address of a work that anybody shares; it fits on X. */
export const sharedText = ({ title, author }: Pick<Recipe, 'title' | 'author'>): string =>
  fitting(
    shortened(title).map((start) => `${start}（${author.name}さんの作品）`),
    mostOnX,
  )

/** A hashtag ends at the first mark or blank. */
const hashtag = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_ー]/gu, '')

/**
 * What announces a new work: its title, hashtags and its own address (R20). `origin` is the site's. Beyond the weight `most` the
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
  const fewer = hashtags.slice(ours.length).map((_, less) => announced(title, hashtags.length - less))
  return fitting([...fewer, ...shortened(title).map((start) => announced(start, ours.length))], most)
}
