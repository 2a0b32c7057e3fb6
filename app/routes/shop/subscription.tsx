import { Picture } from '~/features/pictures/ui/picture.tsx'
import css from '~/features/shop/site-pages/ui/subscription-list.module.css'
import { href } from '~/href.ts'
import { safeLink } from '~/kernel/links.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { SubscriptionOffer } from '~/kernel/shop-settings.ts'
import { appContext } from '~/services.server.ts'
import { ButtonOutLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import type { Route } from './+types/subscription'

/** `contract` is shown beside each link to the outside store (P19, L1). */
export function SubscriptionList({
  offers,
  contract,
}: {
  readonly offers: readonly SubscriptionOffer[]
  readonly contract: string
}) {
  if (offers.length === 0) return <p>ただいまご案内できる定期便はありません。</p>
  return (
    <ul className={css.offers}>
      {offers.map((offer, at) => (
        <Offer
          key={offer.name}
          offer={offer}
          contract={contract}
          tone={at % 2 === 0 ? 'indigo' : 'persimmon'}
        />
      ))}
    </ul>
  )
}

function Offer({
  offer,
  contract,
  tone,
}: {
  readonly offer: SubscriptionOffer
  readonly contract: string
  readonly tone: 'indigo' | 'persimmon'
}) {
  const { name, material, monthlyPrice, cloths: fabrics, fabricPieceSize, freeShipping, picture } = offer
  const link = safeLink(offer.link)
  return (
    <li className={css.offer}>
      {picture === undefined ? (
        <CutFabrics count={fabrics} tone={tone} />
      ) : (
        <Picture
          url={picture}
          alt=""
          sizes="(min-width: 48rem) 33rem, 92vw"
          side={600}
          className={css.picture}
        />
      )}
      <div className={css.words}>
        <h3 className={css.name}>{inPhrases(name)}</h3>
        <p className={css.price}>
          <span className={css.unit}>毎月</span> {formatYenTaxIncluded(monthlyPrice)}
        </p>
        <ul className={css.facts}>
          <li>
            {fabricPieceSize}のカットクロスを毎月{fabrics}枚
          </li>
          <li>素材：{material}</li>
          <li>{freeShipping ? '送料無料' : '送料は外部サイトでご確認ください'}</li>
        </ul>
        {link === null ? null : (
          <ButtonOutLink href={link} look="primary" wide>
            <span>
              申し込む<span className={css.unit}>（外部サイトへ）</span>
            </span>
          </ButtonOutLink>
        )}
        <p className="soft">{contract}</p>
      </div>
    </li>
  )
}

const across = 5
const tones = { indigo: css.indigo, persimmon: css.persimmon }
const fabrics = [css.fabric0, css.fabric1, css.fabric2, css.fabric3]

/** Decoration only: the number of fabrics is also given in words. */
function CutFabrics({ count, tone }: { readonly count: number; readonly tone: 'indigo' | 'persimmon' }) {
  const rows = Math.ceil(count / across)
  return (
    <svg
      className={`${css.fabrics} ${tones[tone]}`}
      viewBox={`0 0 ${across * 36 + 4} ${rows * 26 + 4}`}
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: count }, (_, at) => (
        <rect
          key={at}
          className={fabrics[at % fabrics.length]}
          x={4 + (at % across) * 36}
          y={4 + Math.floor(at / across) * 26}
          width="32"
          height="22"
          rx="1.5"
        />
      ))}
    </svg>
  )
}

export const loader = ({ context }: Route.LoaderArgs) => {
  const { subscriptions, terms } = context.get(appContext).settings
  return { subscriptions, contract: terms.externalContract }
}

const inBrief = ({ material, fabricPieceSize, cloths, monthlyPrice }: SubscriptionOffer) =>
  `${material}${fabricPieceSize}が${cloths}枚で${formatYenTaxIncluded(monthlyPrice)}。`

export default function Subscription({ loaderData: { subscriptions, contract } }: Route.ComponentProps) {
  const hasOffers = subscriptions.length > 0
  return (
    <Page
      heading="サブスク"
      steps={[{ name: 'サブスク', to: href('/subscription') }]}
      lead={hasOffers ? <p>毎月、季節の布がカットクロスで届きます。小物づくりやパッチワークに。</p> : null}
    >
      <PageMeta
        title="布のサブスク"
        description={
          hasOffers
            ? `カットクロスが毎月届く布の定期便。${subscriptions.map(inBrief).join('')}お申し込みは外部サイトで承ります。`
            : '布の定期便のご案内です。ただいまお申し込みいただける定期便はありません。'
        }
      />
      {hasOffers ? (
        <Notice>
          <p>
            <strong>サブスクのお申し込みは、外部ストアのサイトで行います。</strong>
          </p>
          <p>お届けの回数、お支払いの総額、解約の方法は、外部サイトの表示をお確かめください。</p>
        </Notice>
      ) : null}
      <section aria-labelledby="subscriptions-heading">
        <h2 id="subscriptions-heading" className="visually-hidden">
          定期便の一覧
        </h2>
        <SubscriptionList offers={subscriptions} contract={contract} />
      </section>
    </Page>
  )
}
