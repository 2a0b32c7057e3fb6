import { type Html, html } from './html-template.ts'

/** The document around every practice page. `title` and `content` are in Japanese; no script, no inline style. */
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

/** A page that only says one thing, with one way on. */
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
