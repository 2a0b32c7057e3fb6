import { Facts } from '~/ui/facts.tsx'

interface Stored {
  readonly what: string
  readonly why: string
  readonly until: string
}

// To be kept in step with the tables, the log and the browser's storage (P14).
const onTheServer: readonly Stored[] = [
  {
    what: 'お支払いのあったご注文の記録（商品・数量・金額・送料、お名前、メールアドレス、電話番号、お届け先、決済の受付番号、ご注文の経過）',
    why: '配送、お問い合わせへの対応、帳簿の保存',
    until: '法令で定められた帳簿の保存期間（原則7年）',
  },
  {
    what: 'お支払いに至らなかったご注文の記録（商品・数量・金額・送料、ご注文の経過）',
    why: 'お支払いの途中で戻られたときに、同じ決済ページを開き、二重のお支払いを防ぐため',
    until: 'ご注文の手続きから30日が過ぎたあと、定期的に消去',
  },
  {
    what: '作品ギャラリーの会員の登録情報（表示名、メールアドレス、読み取れない形に変えたパスワード、登録した月、プロフィールに書かれた内容、投稿や管理の権限）',
    why: '会員としてのログイン、作品ギャラリーでの表示、ご本人へのお知らせ',
    until: 'アカウントの削除まで',
  },
  {
    what: '会員が登録した写真とPDF（写真は小さく作り直し、撮影した場所・日時・機種の情報を取りのぞいて保存します。PDFはそのまま保存します）',
    why: '作品とプロフィールの表示',
    until:
      '作品やプロフィールから外すか、アカウントを削除したあと、1時間ほどのうちに消去。どこにも使われなかったものは登録から7日で消去',
  },
  {
    what: '会員のログインの記録（端末とブラウザーの種類、接続元のIPアドレス、日時）',
    why: 'ログインを保ち、ログイン中の端末をご本人がマイページで確かめられるようにするため',
    until: 'ログアウトまで。最長90日、または30日ご利用がないとき',
  },
  {
    what: 'お送りするメールの宛先・件名・本文',
    why: 'ご注文や会員の手続きのメールを確実にお届けするため',
    until:
      '送信から90日が過ぎたあと、定期的に消去（ご注文のページや会員の手続きへのリンクがある本文は、送信できた時点で消去）。同じメールを二度送らないための番号だけが残ります',
  },
  {
    what: 'アクセスの記録（日時、開いたページ、結果、お問い合わせ番号）',
    why: '不具合の調査と安全の確保。お名前・メールアドレス・カード番号は含みません',
    until: '調査に必要な期間',
  },
  {
    what: '接続元のIPアドレスごとの、決済・会員登録・ログイン・パスワード再設定の操作の回数と、会員ごとの写真とPDFの登録の回数',
    why: '決済ページや会員の不正な大量作成と、パスワードを次々に試す行為を防ぐため',
    until: '数える時間（最長1日）が過ぎたあと、定期的に消去',
  },
]

const inTheBrowser: readonly Stored[] = [
  {
    what: 'カートの中身（mcSquareCart）と、読み取れなかったときの控え',
    why: '次にお越しのときもカートの中身を残すため。価格を確かめるときに商品番号を、ご注文のときに商品番号と数量をサーバーに送ります',
    until: 'お支払いの完了まで、またはお客様が消去するまで',
  },
  {
    what: '直前のご注文の内容（mcSquareLastPaidAmount・mcSquareLastOrderItems・mcSquareLastShipping）',
    why: 'お支払いのあとの画面に内容を表示するため',
    until: '24時間、または次のご注文まで',
  },
  {
    what: 'お支払いへ進んだご注文、新しいものから5件（mcSquarePayments：ご注文を開くための番号、決済の番号、商品番号と数量、お支払いの状態）と、このブラウザーを見分ける番号',
    why: 'お支払い済みの商品をカートから一度だけ外し、ご注文の内容をこのブラウザーで確かめ、二重のお支払いを防ぐため',
    until: 'お支払いを待つあいだ、または新しいご注文と入れ替わるまで',
  },
  {
    what: '以前の版で同じ目的に使った控え（mcSquareCheckoutToken・mcSquareLastOrderToken・mcSquareOpenPayment・mcSquareClearedSessions・mcSquareLastWrittenAt）',
    why: '上の記録に移すため',
    until: '次にお越しのときに一度だけ読み取り、消去',
  },
  {
    what: '会員のログインの状態（Cookie：better-auth.session_token）と、ログインしたことのある端末の目印（Cookie：known-device）',
    why: 'ログインを保ち、ほかの人がパスワードを試しても、ご本人の端末からのログインが妨げられないようにするため',
    until: 'ログインの状態はログアウトまたは90日後まで、目印は最後のログインから400日後まで',
  },
  {
    what: 'プロフィールと作品の、まだ保存・投稿していない書きかけの内容（galleryProfileDraft・galleryRecipeDraft）',
    why: '誤って画面を閉じたときや、ログインが切れたときに、入力した内容を失わないため',
    until: '保存・投稿するか、書きかけの内容を捨てるまで',
  },
  {
    what: '作品のページで印をつけた材料と、つくるモードで開いていた手順（galleryInHand）、新しいものから20作品',
    why: 'そろえた材料の印を残し、つくるモードを続きから開くため。サーバーには送りません',
    until: '印をすべて外して最後の手順まで終えるか、新しい作品の記録と入れ替わるまで',
  },
  {
    what: '画面の位置（scrollPositions）と、決済ページへ移ったこと（mcSquareLeftForPayment）',
    why: '「戻る」で元の位置に戻り、取り消したときにカートが残っていることをお知らせするため',
    until: 'ブラウザーのタブを閉じるまで',
  },
]

export function StoredData() {
  return (
    <>
      <StoredList heading="お店のサーバーに保存するもの" rows={onTheServer} />
      <StoredList heading="お客様のブラウザーに保存するもの" rows={inTheBrowser} />
      <h3>Cookieと外部への送信</h3>
      <p>
        このサイトは、広告や解析のためのCookieも、外部の解析サービスも使いません。Cookieを使うのは、上に挙げた会員のログインと、お店の管理者の画面のためだけです。商品の写真が外部のサーバーに置かれている場合は、その写真を表示するためにお客様のIPアドレスとブラウザーの種類がそのサーバーに送られます。作品のページの動画は、再生のボタンを押したときにだけYouTube（Google）につながり、IPアドレスとブラウザーの種類、このサイトのアドレスが送られます。決済ページ・サブスク・コラボ・ニュースレターなど外部サイトのリンクを開いたあとは、そのサイトの方針が適用されます。
      </p>
    </>
  )
}

function StoredList({ heading, rows }: { readonly heading: string; readonly rows: readonly Stored[] }) {
  return (
    <>
      <h3>{heading}</h3>
      <Facts
        facts={rows.map(({ what, why, until }) => ({
          name: what,
          value: (
            <>
              <p>目的：{why}</p>
              <p>期間：{until}</p>
            </>
          ),
        }))}
      />
    </>
  )
}
