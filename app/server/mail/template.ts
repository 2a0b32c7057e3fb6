import { type MailFrame, type MailWords, plainBlock } from '~/kernel/mail.ts'
import { htmlMail } from './html-template.ts'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const practiceStamp = '【練習】これは練習用のお店からのメールです。実際のお支払いとお届けはありません。'

/** The one template of all mails (L5). */
export const renderMail = (subject: string, words: MailWords, frame: MailFrame): RenderedMail => {
  const stamp = frame.demo ? practiceStamp : null
  const fullSubject = `${frame.demo ? '【練習】' : ''}${subject}`
  return {
    subject: fullSubject,
    text: plainMail(words, stamp, frame),
    html: htmlMail(fullSubject, words, stamp, frame),
  }
}

const plainMail = (
  { opening, link, blocks, closing }: MailWords,
  stamp: string | null,
  { shopName, siteOrigin }: MailFrame,
): string =>
  [
    stamp ?? '',
    opening.join('\n'),
    ...(link === null ? [] : [`${link.text}\n${link.href}`]),
    ...blocks.map((block) => plainBlock(block).join('\n')),
    closing.join('\n'),
    `${'─'.repeat(12)}\n${shopName}\n${siteOrigin}/`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
