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
