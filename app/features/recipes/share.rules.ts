import { recipePath } from './list.rules.ts'
import type { Recipe } from './types.ts'

export interface ShareLink {
  readonly id: 'twitter' | 'facebook' | 'line'
  readonly name: string
  /** A page of theirs, where the shared text is looked at before it is sent (R21). */
  readonly href: string
}

/** Where a text with an address can be shared; `url` is absolute. */
export const shareLinks = ({ url, text }: { readonly url: string; readonly text: string }): ShareLink[] => [
  {
    id: 'twitter',
    name: 'X（旧Twitter）',
    href: `https://twitter.com/intent/tweet?${new URLSearchParams({ text, url })}`,
  },
  {
    id: 'facebook',
    name: 'Facebook',
    href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  },
  {
    id: 'line',
    name: 'LINE',
    href: `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url, text })}`,
  },
]

/** A hashtag ends at the first mark or blank. */
const hashtag = (tag: string): string => tag.replace(/[^\p{L}\p{M}\p{N}_ー]/gu, '')

/** What announces a new work: its title, hashtags and its own address (R20). `origin` is the site's. */
export const postedText = (
  { id, title, tags }: Pick<Recipe, 'id' | 'title' | 'tags'>,
  origin: string,
): string => {
  const hashtags = [...new Set(['手づくり', 'ハンドメイド', ...tags.map(hashtag)])].filter(
    (tag) => tag !== '',
  )
  return [
    `新しい作品「${title}」を投稿しました！`,
    hashtags.map((tag) => `#${tag}`).join(' '),
    `${origin}${recipePath(id)}`,
  ].join('\n')
}
