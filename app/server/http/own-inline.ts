import { createHash } from 'node:crypto'

export interface OwnInline {
  /** Without the marks. */
  readonly html: string
  /** `sha256-…` of each marked script and style, for the policy. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
}

const inlineElement = /<(script|style)(\s[^>]*)?>([\s\S]*?)<\/\1>/g

/**
 * What the policy of a rendered page may admit: of its inline scripts and styles those that bear `mark` as their nonce, which
 * our components wrote. A script that got into the page in another way cannot know the mark, which is made anew for each page,
 * and the browser does not run it (docs/decisions/0063).
 */
export const ownInline = (marked: string, mark: string): OwnInline => {
  const nonce = ` nonce="${mark}"`
  const hashesOf = (wanted: string) =>
    [...marked.matchAll(inlineElement)]
      .filter(([, kind, attributes = '']) => kind === wanted && attributes.includes(nonce))
      .map(([, , , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  return {
    html: marked.replaceAll(nonce, ''),
    scriptHashes: hashesOf('script'),
    styleHashes: hashesOf('style'),
  }
}
