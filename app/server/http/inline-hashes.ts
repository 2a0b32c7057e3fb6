import { hash } from 'node:crypto'
import { edited, type PageEdit, placesOfText } from './page-edits.ts'

export const nonceAttribute = (nonce: string): string => ` nonce="${nonce}"`

/** The edits that take `nonce` out of a drawn page: an injected script could read it there. */
export const withoutNonce = (html: string, nonce: string): PageEdit[] => {
  const attribute = nonceAttribute(nonce)
  return placesOfText(html, attribute).map((at) => ({ at, cut: attribute.length, put: '' }))
}

const opens = '<script'
const closes = '</script>'

/**
 * Hashes the inline scripts with `nonce` for the page's policy, as they are once the page has its `edits`: an injected script cannot know the
 * nonce (docs/decisions/0003).
 */
export const scriptHashesOf = (html: string, nonce: string, edits: readonly PageEdit[]): string[] => {
  const attribute = nonceAttribute(nonce)
  const hashes: string[] = []
  for (let at = html.indexOf(opens); at !== -1; at = html.indexOf(opens, at)) {
    at += opens.length
    const begin = html.indexOf('>', at) + 1
    const attributes = html.slice(at, begin - 1)
    if (begin === 0 || !/^(?:\s|$)/.test(attributes)) continue
    const end = html.indexOf(closes, begin)
    if (end === -1) break
    if (attributes.includes(attribute)) {
      const inside = edits.filter((edit) => edit.at >= begin && edit.at < end)
      const text = edited(
        html.slice(begin, end),
        inside.map((edit) => ({ ...edit, at: edit.at - begin })),
      )
      hashes.push(`sha256-${hash('sha256', text, 'base64')}`)
    }
    at = end + closes.length
  }
  return hashes
}
