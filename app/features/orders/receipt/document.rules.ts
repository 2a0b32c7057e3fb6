import { inYen } from '~/features/orders/money.rules.ts'
import type { Issuer } from '~/features/orders/types.ts'
import { machineDate } from '~/kernel/dates.ts'
import { escapeHtml } from '~/kernel/escape-html.ts'
import {
  addressedTo,
  documentNumber,
  type IssuedReceipt,
  isFirstPrint,
  kindNames,
  type ReceiptKind,
  sampleNumber,
} from './rules.ts'

/** A product as it was paid; sums in yen. */
export interface DocumentLine {
  readonly name: string
  /** 3枚 */
  readonly units: string
  readonly unitPrice: number
  readonly amount: number
  readonly notes: readonly string[]
}

/** Money that went back, in yen and epoch ms. */
export interface DocumentRefund {
  readonly at: number
  /** What for, one a line. */
  readonly what: readonly { readonly words: string; readonly amount: number }[]
  /** Beside parts that do not say it; null for none. */
  readonly reason: string | null
  readonly amount: number
  readonly tax: number
}

/** All that a document says, in yen and epoch ms. */
export interface DocumentFacts {
  readonly kind: ReceiptKind
  readonly number: number
  readonly revision: number
  readonly issuedAt: number
  readonly nameLine: string
  readonly purpose: string
  /** As on the day of the payment. */
  readonly issuer: Issuer
  readonly phone: string
  readonly order: {
    readonly number: string
    readonly paidAt: number
    readonly shippedAt: number | null
    readonly subtotal: number
    readonly shipping: number
    readonly total: number
    /** What was received, which is the total unless the owner accepted another sum (N21). */
    readonly received: number
    readonly tax: number
  }
  readonly lines: readonly DocumentLine[]
  /** Those of a receipt, or the one that a statement is about. */
  readonly refunds: readonly DocumentRefund[]
}

/** The document's own, so that it looks the same after any update. */
const style = `
@page{size:A4;margin:14mm}
*{box-sizing:border-box}
body{margin:0;background:#efece4;color:#1c1f26;font:10.5pt/1.6 "Hiragino Sans","Hiragino Kaku Gothic ProN","Yu Gothic","Noto Sans JP","Noto Sans CJK JP",Meiryo,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
main{max-width:182mm;margin:0 auto 16mm;padding:12mm 12mm 14mm;background:#fff}
p,h1,h2,dl,dd,table{margin:0}
h1{text-align:center;font-size:20pt;line-height:1.4;letter-spacing:.3em;text-indent:.3em;font-weight:700}
h1 span{display:block;font-size:10.5pt;letter-spacing:0;text-indent:0;font-weight:400}
h2{margin:5mm 0 1mm;font-size:10.5pt}
.bar{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;max-width:182mm;margin:0 auto;padding:12px}
.bar a{display:inline-flex;align-items:center;min-height:48px;padding:0 8px;color:#1f3a6e}
.bar button{min-height:48px;padding:0 24px;border:0;border-radius:8px;background:#1f3a6e;color:#fff;font:inherit;font-weight:700}
.mark{margin-left:auto;padding:1mm 4mm;border:.5mm solid #96301a;background:#fff;color:#96301a;font-weight:700}
.parties{display:flex;justify-content:space-between;gap:8mm;margin-top:7mm}
.to{flex:1 1 0;align-self:flex-end;min-width:0;padding-bottom:1mm;border-bottom:.3mm solid #1c1f26;font-size:14pt;line-height:1.4}
.to span{display:inline-block;margin-left:.7em;font-size:11pt}
.blank{text-align:right}
.numbers{flex:none;display:grid;grid-template-columns:auto auto;gap:0 4mm;max-width:80mm}
.sum{margin-top:7mm;padding:3mm;border:solid #1c1f26;border-width:.3mm 0;text-align:center;font-size:20pt;line-height:1.3;font-weight:700}
.sum small{font-size:10.5pt;font-weight:400}
.said{margin-top:3mm}
.facts{display:grid;flex:1 1 0;min-width:0;grid-template-columns:auto 1fr;gap:0 5mm}
dt{color:#4a4f5a}
table{width:100%;margin-top:5mm;border-collapse:collapse;font-variant-numeric:tabular-nums}
h2+table{margin-top:0}
caption{text-align:left;font-weight:700}
th,td{padding:1.1mm 0 1.1mm 4mm;border-bottom:.2mm solid #9a9da5;text-align:right;vertical-align:top;white-space:nowrap}
thead th{border-bottom-color:#1c1f26;color:#4a4f5a;font-size:9.5pt;font-weight:400}
th:first-child,td:first-child{padding-left:0;text-align:left;white-space:normal}
td small{display:block;color:#4a4f5a;font-size:9pt}
tr,.sums,.from{break-inside:avoid}
.sums{width:86mm;max-width:100%;margin:2mm 0 0 auto;font-variant-numeric:tabular-nums}
.sums div{display:flex;justify-content:space-between;gap:4mm;padding:.5mm 0}
.sums dd{white-space:nowrap}
.sums .total{border:solid #1c1f26;border-width:.2mm 0;font-size:12pt;font-weight:700}
.sums .total dt{color:inherit}
.two{display:flex;justify-content:space-between;align-items:flex-start;gap:8mm;margin-top:4mm}
.from{flex:none;width:70mm;max-width:100%;line-height:1.45}
.from strong{font-size:12pt}
@media screen and (max-width:620px){main{padding:7mm 4mm}.parties{flex-direction:column-reverse;gap:4mm}.to{flex:none;align-self:stretch}.numbers{max-width:none;align-self:flex-end}.two{flex-direction:column;gap:4mm}.facts{flex:none}.from{align-self:flex-end;width:auto}h1{font-size:17pt}th,td{padding-left:2mm}.unit{display:none}}
@media print{body{position:relative;background:none;font-size:9.5pt;line-height:1.4}h1{font-size:18pt}.parties,.sum{margin-top:4mm}.sum{padding:2mm}.said,.two{margin-top:2mm}table{margin-top:3mm}h2{margin-top:3mm}th,td{padding-top:.5mm;padding-bottom:.5mm}.sums div{padding:.2mm 0}.two,.from{line-height:1.4}main{max-width:none;margin:0;padding:0}.bar{position:absolute;right:0;padding:0}.bar a,.bar button{display:none}}
`

/** 2026年11月9日, in Tokyo. */
const day = (moment: number): string => {
  const [year, month, date] = (machineDate(moment) ?? '').split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const row = (name: string, value: string, total = false): string =>
  `<div${total ? ' class="total"' : ''}><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`

const factRows = (facts: readonly (readonly [name: string, value: string])[]): string =>
  facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')

const isSample = ({ number }: Pick<DocumentFacts, 'number'>): boolean => number === sampleNumber

const titleOf = ({ kind, issuer, number }: DocumentFacts): string => {
  const isRegistered = issuer.invoiceNumber !== null
  const law = kind === 'receipt' ? '適格簡易請求書' : '適格返還請求書'
  return `<h1>${kindNames[kind]}${isSample({ number }) ? 'の見本' : ''}${isRegistered ? `<span>（${law}）</span>` : ''}</h1>`
}

const addressee = (nameLine: string): string => {
  const { name, honorific } = addressedTo(nameLine)
  if (name === '') return `<p class="to blank"><span>${escapeHtml(honorific)}</span></p>`
  return `<p class="to">${escapeHtml(name)}${honorific === '' ? '' : `<span>${honorific}</span>`}</p>`
}

/** What another name line replaces (M20). */
const revisionText = ({ kind, number, revision }: DocumentFacts): string => {
  if (revision === 1) return ''
  const before = documentNumber({ number, revision: revision - 1 })
  return `<p class="said">この${kindNames[kind]}は、${before} の宛名を変えて発行したものです。${before} に代わります。</p>`
}

const headOf = (facts: DocumentFacts): string => `${titleOf(facts)}${
  isSample(facts) ? '\n<p class="said">練習の注文です。この紙は領収書ではありません。</p>' : ''
}
<div class="parties">
${addressee(facts.nameLine)}
<dl class="numbers">
${factRows([
  ['番号', isSample(facts) ? '見本' : documentNumber(facts)],
  ['発行日', day(facts.issuedAt)],
  ['注文番号', facts.order.number],
])}
</dl>
</div>`

const issuerOf = ({ issuer, phone }: DocumentFacts): string => `<div class="from">
<p><strong>${escapeHtml(issuer.name)}</strong></p>
<p>${escapeHtml(issuer.legalName)}</p>
<p>〒${escapeHtml(issuer.postalCode)}</p>
<p>${escapeHtml(issuer.address)}</p>
<p>電話 ${escapeHtml(phone)}</p>${
  issuer.invoiceNumber === null ? '' : `\n<p>登録番号 ${escapeHtml(issuer.invoiceNumber)}</p>`
}
</div>`

/** 取引年月日: when it was sent, before that when it was paid. */
const tradeDay = ({ order: { shippedAt, paidAt } }: DocumentFacts): string =>
  shippedAt === null ? `${day(paidAt)}（お支払日）` : `${day(shippedAt)}（発送日）`

const linesTable = ({ lines }: DocumentFacts): string => `<table>
<caption>ご注文の商品（税込）</caption>
<thead><tr><th scope="col">商品</th><th scope="col" class="unit">単価</th><th scope="col">数量</th><th scope="col">金額</th></tr></thead>
<tbody>
${lines
  .map(
    ({ name, units, unitPrice, amount, notes }) =>
      `<tr><td>${escapeHtml(name)}${notes.map(small).join('')}</td><td class="unit">${inYen(unitPrice)}</td><td>${escapeHtml(units)}</td><td>${inYen(amount)}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>`

const orderSums = ({ order: { subtotal, shipping, total, received, tax } }: DocumentFacts): string =>
  `<dl class="sums">
${[
  row('商品小計', inYen(subtotal)),
  row('送料', shipping === 0 ? '無料' : inYen(shipping)),
  row('合計（税込）', inYen(total), received === total),
  ...(received === total ? [] : [row('お支払い金額（税込）', inYen(received), true)]),
  row('10%対象', inYen(received)),
  row('内消費税', inYen(tax)),
].join('\n')}
</dl>`

const small = (words: string): string => `<small>${escapeHtml(words)}</small>`

const refundRows = (refunds: readonly DocumentRefund[]): string =>
  refunds
    .map(
      ({ at, what, reason, amount, tax }) =>
        `<tr><td>${day(at)}${[...what.map((part) => `${part.words}：${inYen(part.amount)}`), ...(reason === null ? [] : [reason])].map(small).join('')}</td><td>−${inYen(amount)}</td><td>${inYen(tax)}</td></tr>`,
    )
    .join('\n')

const refundTable = (refunds: readonly DocumentRefund[]): string => `<table>
<thead><tr><th scope="col">返金日・内容</th><th scope="col">返金額（税込）</th><th scope="col">内消費税（10%）</th></tr></thead>
<tbody>
${refundRows(refunds)}
</tbody>
</table>`

/** Below the sums, which say what was paid: what went back before it was issued (M21). */
const refundsOf = ({ refunds, order: { received, tax } }: DocumentFacts): string => {
  if (refunds.length === 0) return ''
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const taxBack = refunds.reduce((sum, each) => sum + each.tax, 0)
  return `
<h2>この領収書の発行までのご返金</h2>
${refundTable(refunds)}
<dl class="sums">
${row('ご返金を差し引いた金額（税込）', inYen(received - back), true)}
${row('10%対象の内消費税', inYen(tax - taxBack))}
</dl>`
}

const receiptBody = (facts: DocumentFacts): string => `${headOf(facts)}
${revisionText(facts)}
<p class="sum">${inYen(facts.order.received)}<small>（税込）</small></p>
<p class="said">但し　${escapeHtml(facts.purpose)}、上記の金額を領収いたしました。</p>
<div class="two">
<dl class="facts">
${factRows([
  ['取引年月日', tradeDay(facts)],
  ['お支払日', day(facts.order.paidAt)],
  ['お支払い方法', 'クレジットカード払い（クレジットカード利用のため、収入印紙は不要です）'],
])}
</dl>
${issuerOf(facts)}
</div>
${linesTable(facts)}
${orderSums(facts)}${refundsOf(facts)}`

const noteBody = (facts: DocumentFacts): string => {
  const [refund] = facts.refunds
  if (refund === undefined) throw new Error('a statement of a refund needs a refund')
  return `${headOf(facts)}
${revisionText(facts)}
<p class="sum">${inYen(refund.amount)}<small>（税込）</small></p>
<p class="said">下記のとおり返金いたしました。</p>
<div class="two">
<dl class="facts">
${factRows([
  ['返金日', day(refund.at)],
  ['元の取引年月日', tradeDay(facts)],
  ['元のお支払日', day(facts.order.paidAt)],
  ['元の金額（税込）', inYen(facts.order.received)],
  ...(refund.reason === null ? [] : [['理由', refund.reason] as const]),
])}
</dl>
${issuerOf(facts)}
</div>
<table>
<caption>返金の内容（税込）</caption>
<thead><tr><th scope="col">内容</th><th scope="col">金額</th></tr></thead>
<tbody>
${refund.what
  .map(({ words, amount }) => `<tr><td>${escapeHtml(words)}</td><td>${inYen(amount)}</td></tr>`)
  .join('\n')}
</tbody>
</table>
<dl class="sums">
${row('返金額（税込）', inYen(refund.amount), true)}
${row('10%対象', inYen(refund.amount))}
${row('内消費税', inYen(refund.tax))}
</dl>`
}

/** Behind this stands what is shown beside a document. Stored ones have it too: it never changes. */
const bodyBegins = '<body>\n'

/** The whole document, which is stored as it is; the same facts give the same bytes. */
export const documentHtml = (facts: DocumentFacts): string => {
  const title = `${kindNames[facts.kind]} ${isSample(facts) ? '見本' : documentNumber(facts)}（${facts.issuer.name}）`
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
${bodyBegins}<main>
${facts.kind === 'receipt' ? receiptBody(facts) : noteBody(facts)}
</main>
</body>
</html>
`
}

/** What stands beside a stored document when it is opened. */
export interface BesideDocument {
  /** As `markOf` gives it. */
  readonly mark: string | null
  /** Whether it was opened to be printed. */
  readonly prints: boolean
  /** The way back. */
  readonly back: { readonly href: string; readonly text: string }
}

/** Of the button, which only a script can make work. */
export const printScript =
  "const b=document.querySelector('button');if(b){b.hidden=false;b.addEventListener('click',()=>print())}"

/** The stored document with what stands beside it, which changes none of its bytes (M23). */
export const withBeside = (stored: string, { mark, prints, back }: BesideDocument): string => {
  const at = stored.indexOf(bodyBegins) + bodyBegins.length
  return `${stored.slice(0, at)}<header class="bar"><a href="${escapeHtml(back.href)}">${escapeHtml(back.text)}</a>${prints ? '<button type="button" hidden>印刷する・PDFに保存する</button>' : ''}${
    mark === null ? '' : `<p class="mark">${escapeHtml(mark)}</p>`
  }</header><script type="module">${printScript}</script>
${stored.slice(at)}`
}

/**
 * What stands beside a document (M23): nothing on its first print, 確認用 while nobody has opened it to print it, and 再発行 2026年11月29日
 * on every later one. `asksFirst`: its address says that this is the first print, which is so for a day.
 */
export const markOf = (
  receipt: Pick<IssuedReceipt, 'printedAt'>,
  asksFirst: boolean,
  now: number,
): string | null => {
  if (receipt.printedAt === null) return '確認用'
  return asksFirst && isFirstPrint(receipt, now) ? null : `再発行 ${day(now)}`
}
