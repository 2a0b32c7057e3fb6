/** HTML that needs no more escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const rendered = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'string' || typeof piece === 'number'
    ? escaped(String(piece))
    : piece.map(rendered).join('')
}

/** Escapes every inserted text. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, at) => part + rendered(pieces[at])).join(''))

export const frame = (title: string, content: Html): string =>
  `<!doctype html>${
    html`<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}（練習用）</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/practice/pay.css">
</head>
<body>
<header class="practice">練習用: 実際のお支払いは発生しません</header>
<main>
${content}
</main>
</body>
</html>
`.text
  }`

export const notice = (
  title: string,
  sentence: string,
  way: { readonly href: string; readonly text: string },
): string =>
  frame(
    title,
    html`<section class="notice">
<h1>${title}</h1>
<p>${sentence}</p>
<p><a class="button" href="${way.href}">${way.text}</a></p>
</section>`,
  )
