import { href } from '~/href.ts'
import { movingMark } from '~/kernel/moving-mark.ts'

const texts: Readonly<Record<number, FallbackText>> = {
  308: { heading: 'お店のアドレスはこちらです', help: '移動しないときは、下のリンクからお進みください。' },
  400: {
    heading: 'このアドレスは開けません',
    help: 'アドレスの形が正しくないようです。お手数ですが、下のリンクからお進みください。',
  },
  401: { heading: 'ログインが必要です', help: 'ログインしてから、もう一度お試しください。' },
  403: {
    heading: 'この操作は受け付けられませんでした',
    help: 'ほかのサイトからの送信はお受けしていません。お店のページからもう一度お試しください。',
  },
  404: { heading: 'ページが見つかりません', help: 'アドレスが変わったか、削除された可能性があります。' },
  405: { heading: 'この操作には対応していません', help: 'お店のページからもう一度お試しください。' },
  408: { heading: '時間内に届きませんでした', help: '電波のよいところで、もう一度お試しください。' },
  411: { heading: '送られた内容の大きさがわかりません', help: 'お店のページからもう一度お試しください。' },
  413: {
    heading: '送られた内容が大きすぎます',
    help: '内容を小さくして、もう一度お試しください。作品の投稿と編集では、ログインが切れていないかもお確かめください。',
  },
  429: {
    heading: '同時に送受信できる数を超えています',
    help: '開いているページを減らすか、しばらくたってから、もう一度お試しください。',
  },
  500: {
    heading: '申し訳ありません。エラーが発生しました',
    help: 'しばらくたってから、もう一度お試しください。カートの中身はそのまま残っています。',
  },
  503: {
    heading: 'ただいま混み合っています',
    help: '数秒たってから、もう一度読み込んでください。カートの中身はそのまま残っています。',
  },
}

export interface FallbackText {
  readonly heading: string
  readonly help: string
  /** For a form's script: an attribute of the page. */
  readonly mark?: string
  /** The page loads itself again after so many seconds, without script. */
  readonly againAfter?: number
  /** Where to sign in, before the ways that every such page has. */
  readonly login?: string
}

/** To a write below the desk by whoever is signed out; `asked` is its path with its query (N108). */
export const signInText = (asked: string): FallbackText => ({
  heading: 'ページが見つかりません',
  help: 'アドレスが変わったか、削除された可能性があります。お店の方は、ログインしてから、前の画面に戻ってもう一度お試しください。',
  login: href('/gallery/login', { next: asked }),
})

/** The answer of a process whose shop has moved to a write, until it ends (D30). */
export const movedText: FallbackText = {
  heading: 'お店の引っ越しが終わりました',
  mark: movingMark,
  help: 'まもなく新しい場所で、ご注文・投稿・ログインの受け付けを始めます。数分たってから、もう一度お試しください。カートの中身はそのまま残っています。',
}

/** While the data of an earlier release are brought up to date (D75). */
export const upgradingText: FallbackText = {
  heading: 'ただいまお店を新しくしています',
  help: 'まもなく開きます。1分ほどたってから、もう一度読み込んでください。カートの中身はそのまま残っています。',
}

/** While the shop opens, which takes seconds (D3). */
export const openingText: FallbackText = {
  heading: 'ただいまお店を開いています',
  help: '数秒たってから、もう一度読み込んでください。カートの中身はそのまま残っています。',
}

/** The answer to a write while the shop moves (D30); `minutes` is the estimated rest of the move, null when unknown. */
export const movingText = (minutes: number | null): FallbackText => ({
  heading: 'ただいまお店の引っ越し中です',
  mark: movingMark,
  help: `商品や作品はごらんいただけますが、ご注文・投稿・ログインの受け付けを、しばらく止めています${
    minutes === null ? '' : `（あと${minutes}分ほど）`
  }。終わってから、もう一度お試しください。カートの中身はそのまま残っています。`,
})

const textOf = (status: number): FallbackText =>
  texts[status] ?? { heading: 'エラーが発生しました', help: 'もう一度お試しください。' }

/** A whole HTML page that needs neither script nor CSS file, so that it can always be shown. `requestId` is null where none is logged. */
export const fallbackPage = (status: number, requestId: string | null, text = textOf(status)): string => {
  const { heading, help, mark, login, againAfter } = text
  const toQuote = requestId === null ? '' : `<p><small>お問い合わせ番号：${requestId}</small></p>\n`
  const signIn = login === undefined ? '' : `<a href="${login}">ログイン</a>　`
  const refresh = againAfter === undefined ? '' : `<meta http-equiv="refresh" content="${againAfter}">\n`
  const again = status === 503 ? '<a href="">もう一度読み込む</a>　' : ''
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${heading}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/fallback.css">
</head>
<body${mark === undefined ? '' : ` ${mark}`}>
<main>
<h1>${heading}</h1>
<p>${help}</p>
<p>${again}${signIn}<a href="${href('/')}">トップページへ</a>　<a href="${href('/all-products')}">生地を見る</a></p>
${toQuote}</main>
</body>
</html>
`
}

export const fallbackMessage = (status: number): string => textOf(status).heading
