import type { MailBlock } from './order-text.rules.ts'

/** A mail's words: a greeting, blocks, a closing; `link` is an address with the words for it. */
export interface MailWords {
  /** Shown above everything in a demo: this is practice (S11). */
  readonly stamp: string | null
  readonly opening: readonly string[]
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

/** The plain text of a mail; every mail has one. */
export const plainMail = ({ stamp, opening, link, blocks, closing }: MailWords): string =>
  [
    ...(stamp === null ? [] : [stamp]),
    opening.join('\n'),
    ...(link === null ? [] : [`${link.text}\n${link.href}`]),
    ...blocks.map(({ heading, lines }) => `■ ${heading}\n${lines.join('\n')}`),
    closing.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, between tags or in an attribute. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

const paragraphs = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<p>${lines.map(escapeHtml).join('<br>\n')}</p>`

/** The same mail as HTML, without styles, pictures or anything else fetched from elsewhere. */
export const htmlMail = ({ stamp, opening, link, blocks, closing }: MailWords): string =>
  [
    '<!doctype html>\n<html lang="ja">\n<head><meta charset="utf-8"></head>\n<body>',
    stamp === null ? '' : `<p><strong>${escapeHtml(stamp)}</strong></p>`,
    paragraphs(opening),
    link === null ? '' : `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`,
    ...blocks.map(({ heading, lines }) => `<h2>${escapeHtml(heading)}</h2>\n${paragraphs(lines)}`),
    paragraphs(closing),
    '</body>\n</html>\n',
  ]
    .filter((part) => part !== '')
    .join('\n')
