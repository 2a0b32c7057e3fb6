import type { MailWords } from '~/kernel/mail.ts'

/** `html` holds the same words as `text`. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const practiceStamp = '【練習】これは練習用のお店からのメールです。実際のお支払いとお届けはありません。'

/** The one template of all mails (L5). `demo` stamps subject and words 練習 (S11). */
export const renderMail = (subject: string, words: MailWords, demo: boolean): RenderedMail => {
  const stamp = demo ? practiceStamp : null
  return {
    subject: `${demo ? '【練習】' : ''}${subject}`,
    text: plainMail(words, stamp),
    html: htmlMail(words, stamp),
  }
}

const plainMail = ({ opening, link, blocks, closing }: MailWords, stamp: string | null): string =>
  [
    stamp ?? '',
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

const paragraphs = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<p>${lines.map(escapeHtml).join('<br>\n')}</p>`

/** Nothing in it is fetched from elsewhere. */
const htmlMail = ({ opening, link, blocks, closing }: MailWords, stamp: string | null): string =>
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
