import { inLetters } from '~/kernel/links.ts'
import { codePointLength, cutText } from '~/kernel/text.ts'
import { recipePath } from './list.rules.ts'
import type { Recipe } from './types.ts'

export interface ShareLink {
  readonly id: 'twitter' | 'facebook' | 'line'
  readonly name: string
  /** The network's own page, where people see the text before they send it (R21). */
  readonly href: string
}

interface Shared {
  readonly url: string
  readonly text: string
  /** At most `mostOnX` long. */
  readonly textOnX?: string
  /** Facebook takes no text: the page that the text leads to (R20). */
  readonly page?: string
}

const query = (values: Readonly<Record<string, string>>): string =>
  inLetters(`${new URLSearchParams(values)}`)

export const shareLinks = ({ url, text, textOnX = text, page = url }: Shared): ShareLink[] => [
  {
    id: 'twitter',
    name: 'X（旧Twitter）',
    href: `https://twitter.com/intent/tweet?${query({ text: textOnX, url })}`,
  },
  {
    id: 'facebook',
    name: 'Facebook',
    href: `https://www.facebook.com/sharer/sharer.php?${query({ u: page })}`,
  },
  {
    id: 'line',
    name: 'LINE',
    href: `https://social-plugins.line.me/lineit/share?${query({ url, text })}`,
  },
]

const weightOfAddress = 23
// X counts these as half of a Japanese character.
const light = /[\n -\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/g

/** Length as X counts it: 2 for a Japanese character or part of an emoji, 23 for an address. */
export const weightOnX = (text: string): number => {
  const words = text.normalize('NFC').replaceAll(/https?:\/\/\S+/g, 'x'.repeat(weightOfAddress))
  return 2 * codePointLength(words) - (words.match(light)?.length ?? 0)
}

/** X adds a space and an address to the text. */
export const mostOnX = 280 - 1 - weightOfAddress

const longestTitle = 100

/** Shortens the title until `compose` gives a text that weighs at most `most`. */
const fitting = (title: string, most: number, compose: (title: string) => string): string => {
  let text = compose(title)
  for (let length = longestTitle; length > 0 && weightOnX(text) > most; length -= 1)
    text = compose(cutText(title, length))
  return text
}

/** The text beside a shared recipe's address; fits on X. */
export const sharedText = ({ title, author }: Pick<Recipe, 'title' | 'author'>): string =>
  fitting(title, mostOnX, (shown) => `${shown}（${author.name}さんの作品）`)

/** Networks end a hashtag at the first punctuation mark or space. */
const hashtag = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_ー]/gu, '')

/** Announces a new recipe (R20). Above the weight `most` it loses its last hashtags first, then the end of its title. */
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
