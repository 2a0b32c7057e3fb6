import { createHash } from 'node:crypto'
import { type BesideDocument, printScript, withBeside } from './document.rules.ts'

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`

/** The style of a stored document, which its policy allows by its hash: the bytes were checked before. */
const styleOf = (stored: string): string => /<style>([\s\S]*?)<\/style>/.exec(stored)?.[1] ?? ''

/** A stored document as a page of its own, which allows nothing but its own style and the print button (M23). */
export const documentResponse = (stored: string, beside: BesideDocument): Response =>
  new Response(withBeside(stored, beside), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${hashOf(styleOf(stored))}`,
        `script-src ${hashOf(printScript)}`,
        "img-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
