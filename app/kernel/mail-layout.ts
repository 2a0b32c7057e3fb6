/** A heading with the lines under it. */
export interface MailBlock {
  readonly heading: string
  readonly lines: readonly string[]
}

/** A mail's words: a greeting, blocks, a closing; `link` is an address with the words for it. */
export interface MailWords {
  readonly opening: readonly string[]
  readonly link: { readonly text: string; readonly href: string } | null
  readonly blocks: readonly MailBlock[]
  readonly closing: readonly string[]
}

const stampOfPractice = '【練習】これは練習用のお店からのメールです。実際のお支払いとお届けはありません。'

/**
 * A mail of these words under its `head`, as text and as HTML; `practice` stamps it and its subject 練習, as every mail
 * of a demo (S11).
 */
export const written = <Head extends { readonly subject: string }>(
  head: Head,
  words: MailWords,
  practice: boolean,
): Head & { readonly text: string; readonly html: string } => {
  const stamped = { ...words, stamp: practice ? stampOfPractice : null }
  return {
    ...head,
    subject: `${practice ? '【練習】' : ''}${head.subject}`,
    text: plainMail(stamped),
    html: htmlMail(stamped),
  }
}

type StampedWords = MailWords & { readonly stamp: string | null }

const plainMail = ({ stamp, opening, link, blocks, closing }: StampedWords): string =>
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

/** Without styles, pictures or anything else fetched from elsewhere. */
const htmlMail = ({ stamp, opening, link, blocks, closing }: StampedWords): string =>
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
