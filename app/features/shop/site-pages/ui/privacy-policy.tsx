import type { PrivacyFacts, Seller, StorageFacts } from '~/kernel/shop-settings.ts'
import { Prose } from '~/ui/prose.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { StoredData } from './stored-data.tsx'

/** The policy, and the dated supplement on the data really stored (P14, L6). */
export function PrivacyPolicy({
  legalName,
  personInCharge,
  privacy,
  storage,
}: Pick<Seller, 'legalName' | 'personInCharge'> & {
  readonly privacy: PrivacyFacts
  readonly storage: StorageFacts
}) {
  const { name, contact } = useSiteFacts()
  return (
    <Prose>
      <p>
        最終更新　{privacy.lastUpdated}
        <br />
        補足の更新　{privacy.supplementUpdated}
      </p>
      <p>
        {legalName}（以下「当店」）は、「{name}
        」をご利用の皆さまの個人情報を大切にお預かりし、次のとおり取り扱います。
      </p>

      <h2>1. お預かりする情報</h2>
      <ul>
        <li>お名前</li>
        <li>メールアドレス</li>
        <li>ご住所</li>
        <li>電話番号</li>
        <li>お支払いに関する情報（カード番号は決済代行会社が直接お預かりし、当店には届きません）</li>
      </ul>

      <h2>2. ご利用の目的</h2>
      <ul>
        <li>商品の配送：ご注文の品をお届けし、その状況をお知らせするため</li>
        <li>お客様への対応：お問い合わせ、返品や返金のご相談にお応えするため</li>
        <li>お支払いの処理：お支払いを確認し、不正なご利用を防ぐため</li>
        <li>分析：品ぞろえとサイトの使いやすさを見直すため（個人を特定できない形で行います）</li>
        <li>法令への対応：帳簿の保存など、法令で定められた義務を果たすため</li>
      </ul>
      <p>
        作品ギャラリーの会員の情報は、その目的と期間を、このページの<a href="#supplement">補足</a>
        でご説明します。
      </p>

      <h2>3. 業務の委託と外国での取り扱い</h2>
      <p>
        業務に必要な範囲で、次の事業者に個人情報の取り扱いを委託しています。法令に基づく場合を除き、ご本人の同意なく、ほかの第三者に提供することはありません。
      </p>
      <ul>
        {privacy.processors.map((processor) => (
          <li key={processor.name}>
            {processor.name}：{processor.purpose}
          </li>
        ))}
      </ul>
      <p>外国の事業者には、日本の法令に沿った安全管理を契約で求めています。</p>

      <h2>4. 安全のための取り組み</h2>
      <p>
        通信を暗号化し、お預かりした情報を取り扱う者を、業務に必要な者に限っています。
        万一、漏えいなどが起きたときは、法令に従って個人情報保護委員会に報告し、ご本人に速やかにお知らせします。
      </p>

      <h2>5. 開示・訂正・利用停止・削除のご請求</h2>
      <p>
        ご請求は、下の窓口で承ります。ご本人であることを確かめたうえで、法令に従って遅滞なくお応えします。
        {privacy.disclosureFee}なお、法令で保存が義務づけられた記録は、その期間が終わるまで削除できません。
      </p>

      <h2>6. お問い合わせの窓口</h2>
      <p>
        {legalName}　個人情報の窓口（責任者：{personInCharge}）
        <br />〒{contact.postalCode} {contact.address}
        <br />
        電話 {contact.phone}（{contact.hours.join('、')}）
        <br />
        メール <a href={`mailto:${contact.email}`}>{contact.email}</a>
      </p>

      <h2>7. この方針の改定</h2>
      <p>内容を改めるときは、このページでお知らせします。重要な変更は、お知らせ欄にも掲載します。</p>

      <h2 id="supplement">補足：このサイトが実際に保存するもの（{privacy.supplementUpdated}）</h2>
      <p>上の方針に基づいて、このサイトが実際に保存しているものを具体的にご説明します。</p>
      <StoredData storage={storage} />
    </Prose>
  )
}
