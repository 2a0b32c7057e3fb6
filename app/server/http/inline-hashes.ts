import { createHash } from 'node:crypto'

export interface HashedPage {
  /** Without the nonces. */
  readonly html: string
  /** `sha256-…` of each script and style with the nonce, for the policy. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
}

const inlineElement = /<(script|style)(\s[^>]*)?>([\s\S]*?)<\/\1>/g

/**
 * What the policy of a rendered page may admit: of its inline scripts and styles those with `nonce`, which our components
 * wrote. A script that got into the page in another way cannot know the nonce, which is made anew for each page, and the browser
 * does not run it (docs/decisions/0063).
 */
export const hashInline = (rendered: string, nonce: string): HashedPage => {
  const attribute = ` nonce="${nonce}"`
  const hashesOf = (wanted: string) =>
    [...rendered.matchAll(inlineElement)]
      .filter(([, kind, attributes = '']) => kind === wanted && attributes.includes(attribute))
      .map(([, , , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  return {
    html: rendered.replaceAll(attribute, ''),
    scriptHashes: hashesOf('script'),
    styleHashes: hashesOf('style'),
  }
}
