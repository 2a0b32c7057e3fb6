import { escapeHtml } from '~/kernel/escape-html.ts'
import {
  type MailBlock,
  type MailFact,
  type MailFrame,
  type MailLine,
  type MailProduct,
  type MailWords,
  plainBlock,
} from '~/kernel/mail.ts'

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

/** Mail programs read tables and style attributes; the sheet is for what they may do without. */
const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
table,td,p,h1,h2,a{font-family:"Hiragino Sans","Hiragino Kaku Gothic ProN","Noto Sans JP","Yu Gothic",Meiryo,sans-serif}
@media (max-width:480px){.card{padding:20px 16px!important}}
@media (prefers-color-scheme:dark){
.page{background:#15171c!important}
.card,.name{color:#edebe5!important}
.card{background:#22252c!important;border-color:#3a3e48!important}
.soft,.soft a{color:#b9bcc5!important}
.line{border-color:#444955!important}
.patch{background:#343842!important}
.button{background:#3f63a6!important}
.stamp{background:#3b2a22!important;color:#ffc9a8!important}
a{color:#a9c4f2}
}`

const table = 'table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const softText = 'font-size:13px;line-height:1.6;color:#555b68'
const ruled = 'border-top:1px solid #ddd6c8'

/** Also a valid page, for the mailbox page. `stamp` stands above everything. */
const htmlMail = (
  subject: string,
  words: MailWords,
  stamp: string | null,
  { shopName, siteOrigin }: MailFrame,
): string => {
  const { preview, heading, opening, link, blocks, closing } = words
  const paragraphs = (lines: readonly string[]) => paragraphsOf(lines, siteOrigin)
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="date=no">
<title>${escapeHtml(subject)}</title>
<style>${sheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2eee5">
<div role="article" aria-roledescription="email" lang="ja" aria-label="${escapeHtml(subject)}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&nbsp;&zwnj;'.repeat(40)}</div>
<${table} class="page" style="background:#f2eee5"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<${table} style="max-width:600px;margin:0 auto;text-align:left">
${stamp === null ? '' : `<tr><td class="stamp" style="padding:10px 16px;background:#fbebe3;color:#8f3214;font-size:14px;line-height:1.6;font-weight:bold">${escapeHtml(stamp)}</td></tr>`}
<tr><td style="padding:12px 4px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding-right:10px"><img src="${escapeHtml(siteOrigin)}/icon-192.png" width="40" height="40" alt="" style="display:block;border:0"></td><td class="name" style="font-size:17px;font-weight:bold;color:#23262f">${escapeHtml(shopName)}</td></tr></table></td></tr>
<tr><td class="card" style="padding:28px 32px;background:#ffffff;border:1px solid #ddd6c8;border-radius:8px;color:#23262f;font-size:15px;line-height:1.75;word-break:break-word;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4">${escapeHtml(heading)}</h1>
${paragraphs(opening)}
${link === null ? '' : buttonOf(link)}
${blocks.map((block) => blockOf(block, siteOrigin)).join('\n')}
${closing.length === 0 ? '' : `<div class="line" style="margin-top:24px;padding-top:16px;${ruled}">${paragraphs(closing)}</div>`}
</td></tr>
<tr><td align="center" class="soft" style="padding:16px 4px 24px;${softText}">${escapeHtml(shopName)}<br><a href="${escapeHtml(siteOrigin)}/" class="soft" style="color:#555b68">${escapeHtml(siteOrigin)}/</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`
}

const buttonOf = ({ text, href }: NonNullable<MailWords['link']>): string => {
  const address = escapeHtml(href)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr><td class="button" align="center" bgcolor="#1f3a6e" style="background:#1f3a6e;border-radius:8px"><a href="${address}" style="display:inline-block;padding:13px 28px;font-size:16px;font-weight:bold;line-height:1.4;color:#ffffff;text-decoration:none">${escapeHtml(text)}</a></td></tr></table>
<p class="soft" style="margin:0 0 8px;${softText}">ボタンを押せないときは、次のアドレスをブラウザーで開いてください。<br><span style="word-break:break-all">${address}</span></p>`
}

const blockOf = ({ heading, lines }: MailBlock, siteOrigin: string): string =>
  `<h2 class="line" style="margin:24px 0 8px;padding-top:20px;${ruled};font-size:16px;line-height:1.4">${escapeHtml(heading)}</h2>
${lines.map((line) => lineOf(line, siteOrigin)).join('\n')}`

const lineOf = (line: MailLine, siteOrigin: string): string => {
  if (typeof line === 'string') return `<p style="margin:0">${wordsOf(line, siteOrigin)}</p>`
  if (line.kind === 'product') return productBlock(line)
  if (line.kind === 'fact')
    return `<${table} style="font-size:15px"><tr><td width="116" valign="top" class="soft" style="padding:2px 8px 2px 0;font-size:14px;color:#555b68">${escapeHtml(line.name)}</td>
<td valign="top" style="padding:2px 0">${factOf(line)}</td></tr></table>`
  const look = line.isTotal
    ? `${ruled};padding:8px 0;font-size:18px;font-weight:bold`
    : 'padding:4px 0;font-size:15px'
  return `<${table}><tr><td class="line" style="${look}">${escapeHtml(line.name)}</td>
<td class="line" align="right" style="${look};white-space:nowrap">${escapeHtml(line.amount)}</td></tr></table>`
}

/** Shows the address as well, for paper and for programs that follow no links. */
const factOf = ({ value, href }: MailFact): string => {
  if (href === undefined) return escapeHtml(value)
  const address = escapeHtml(href)
  return `<a href="${address}">${escapeHtml(value)}</a><br><span class="soft" style="word-break:break-all;${softText}">${address}</span>`
}

const productBlock = ({ name, units, amount, notes, picture }: MailProduct): string => {
  const shown =
    picture === null
      ? '<div class="patch" style="width:56px;height:56px;background:#f2eee5;border-radius:4px"></div>'
      : `<img class="patch" src="${escapeHtml(picture)}" width="56" height="56" alt="" style="display:block;border:0;background:#f2eee5;border-radius:4px;object-fit:cover">`
  const below = [units, ...notes].map(
    (note) => `<br><span class="soft" style="${softText}">${escapeHtml(note)}</span>`,
  )
  return `<${table} style="font-size:15px;line-height:1.6"><tr><td width="68" valign="top" style="padding:8px 0">${shown}</td>
<td valign="top" style="padding:6px 8px 6px 0">${escapeHtml(name)}
${below.join('\n')}</td>
<td valign="top" align="right" style="padding:6px 0;white-space:nowrap">${escapeHtml(amount)}</td></tr></table>`
}

/** An empty line ends a paragraph; a line break within a line becomes a space, so that typed text cannot add lines. */
const paragraphsOf = (lines: readonly string[], siteOrigin: string): string => {
  const paragraphs: string[][] = [[]]
  for (const line of lines)
    if (line === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(wordsOf(line, siteOrigin))
  return paragraphs
    .filter((words) => words.length > 0)
    .map((words) => `<p style="margin:0 0 16px">${words.join('<br>\n')}</p>`)
    .join('\n')
}

/** Links an address of the shop on a line of its own; text of shoppers and members is never linked. */
const wordsOf = (line: string, siteOrigin: string): string => {
  const words = escapeHtml(line)
  return line.startsWith(`${siteOrigin}/`) && !/\s/.test(line) ? `<a href="${words}">${words}</a>` : words
}
