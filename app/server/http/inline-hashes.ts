import { createHash } from 'node:crypto'

export interface HashedPage {
  readonly html: string
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
}

const inlineElement = /<(script|style)(\s[^>]*)?>([\s\S]*?)<\/\1>/g

/** Hashes the inline elements with `nonce` for the page's policy: an injected script cannot know it (docs/decisions/0003). */
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
