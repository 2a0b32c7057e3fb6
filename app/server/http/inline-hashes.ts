import { hash } from 'node:crypto'

export interface HashedPage {
  readonly html: string
  readonly scriptHashes: readonly string[]
}

const inlineScript = /<script(\s[^>]*)?>([\s\S]*?)<\/script>/g

/** Hashes the inline scripts with `nonce` for the page's policy: an injected script cannot know it (docs/decisions/0003). */
export const hashInline = (rendered: string, nonce: string): HashedPage => {
  const attribute = ` nonce="${nonce}"`
  return {
    html: rendered.replaceAll(attribute, ''),
    scriptHashes: [...rendered.matchAll(inlineScript)]
      .filter(([, attributes = '']) => attributes.includes(attribute))
      .map(([, , text = '']) => `sha256-${hash('sha256', text, 'base64')}`),
  }
}
