import type { CartTerms, SalesTerms } from '~/kernel/shop-settings.ts'
import { Prose } from '~/ui/prose.tsx'

interface Clause {
  readonly name: string
  readonly sentences: readonly string[]
}

interface TermsFacts {
  readonly name: string
  readonly cart: CartTerms
  readonly terms: SalesTerms
  readonly legalName: string
  readonly court: string
}

/** Built from the shop's settings, so that they never differ from the cart and the legal notice. */
const clauses = ({ name, terms, cart, legalName, court }: TermsFacts): readonly Clause[] => [
  {
    name: '適用',
    sentences: [
      `この規約は、${legalName}（以下「当店」）が運営する「${name}」（以下「本サイト」）のご利用と、本サイトでの商品のご購入に適用します。`,
      '本サイトで商品をご注文いただいた時点で、この規約に同意いただいたものとします。',
    ],
  },
  {
    name: 'ご利用の方',
    sentences: [
      'ショップでのお買い物に会員登録は必要ありません。',
      '未成年の方は、保護者の同意を得てからご注文ください。',
    ],
  },
  {
    name: 'ご注文と契約の成立',
    sentences: [
      'カートの内容を確かめ、決済ページでお支払いの手続きを終えた時点で、ご注文のお申し込みとなります。',
      '当店がご注文を承ったことをお知らせするメールをお送りした時に、売買契約が成立します。',
      '在庫や価格の表示に誤りがあった場合など、やむを得ずご注文をお受けできないときは、その旨をご連絡し、お支払い済みの代金を返金します。',
    ],
  },
  {
    name: '価格と送料',
    sentences: [
      '商品の価格は消費税を含む金額で表示します。生地は50cm角を1枚とし、1枚あたりの価格です。',
      '送料は商品の小計に応じて決まり、お支払いの前にカートでお確かめいただけます。',
      terms.otherFees,
    ],
  },
  {
    name: '生地とキット',
    sentences: [
      '同じ柄の生地を複数枚ご注文の場合は、切らずにつなげてお届けします。',
      `キットは1種類につき1点までです。${cart.freeKits === 0 ? '' : `生地とあわせてお求めの場合は、キット${cart.freeKits}点までを無料とします。`}`,
      '画面の環境により、実物と色の見え方が異なることがあります。',
    ],
  },
  {
    name: 'お支払い',
    sentences: [
      `お支払い方法は${terms.payment}です。${terms.paymentTime}`,
      'カード情報は決済代行会社のページで直接ご入力いただきます。当店がカード番号を受け取ることはありません。',
    ],
  },
  {
    name: 'お届け',
    sentences: [
      terms.delivery,
      '天候や交通の事情により、お届けが遅れることがあります。お届け先は日本国内に限ります。',
    ],
  },
  {
    name: 'キャンセル・返品・返金',
    sentences: [terms.cancellation, terms.returns, terms.returnPostage, terms.defects, terms.refund],
  },
  {
    name: '外部サイトでのお申し込み',
    sentences: [
      `サブスクとコラボ商品は、本サイトでは販売していません。${terms.externalContract}`,
      '外部サイトでのお取引には、その外部サイトの規約が適用されます。',
    ],
  },
  {
    name: '禁止事項と責任',
    sentences: [
      '他人になりすまして注文する行為、他の方の権利を侵す行為、本サイトの運営を妨げる行為、その他法令に反する行為を禁止します。',
      '本サイトの文章・写真・図案の権利は、当店または正当な権利者に帰属します。ご家庭で楽しむ範囲を超えてお使いになるときは、あらかじめご相談ください。',
      terms.liability,
    ],
  },
  {
    name: '規約の変更・準拠法・裁判所',
    sentences: [
      'この規約を変更するときは、変更の内容と適用を始める日を、あらかじめ本サイトでお知らせします。変更前に成立した契約には、変更前の規約を適用します。',
      `この規約には日本法を適用し、紛争が生じたときは${court}を第一審の専属的合意管轄裁判所とします。`,
    ],
  },
]

export function TermsOfUse(facts: TermsFacts) {
  return (
    <Prose>
      {clauses(facts).map(({ name, sentences }, at) => (
        <section key={name}>
          <Prose>
            <h2>{`第${at + 1}条（${name}）`}</h2>
            <ol>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
          </Prose>
        </section>
      ))}
    </Prose>
  )
}
