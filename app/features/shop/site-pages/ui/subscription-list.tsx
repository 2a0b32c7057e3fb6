import { safeLink } from '~/kernel/links.ts'
import { formatYenTaxIncluded } from '~/kernel/money.ts'
import type { SubscriptionOffer } from '~/kernel/shop-settings.ts'
import { ButtonOutLink } from '~/ui/button.tsx'
import css from './subscription-list.module.css'

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
  const { name, material, monthlyPrice, cloths: fabrics, fabricPieceSize, freeShipping } = offer
  const link = safeLink(offer.link)
  return (
    <li className={css.offer}>
      <CutFabrics count={fabrics} tone={tone} />
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
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

/** Decoration only: the number of fabrics is also given in words. */
function CutFabrics({ count, tone }: { readonly count: number; readonly tone: 'indigo' | 'persimmon' }) {
  const rows = Math.ceil(count / across)
  return (
    <svg
      className={`${css.fabrics} ${css[tone]}`}
      viewBox={`0 0 ${across * 36 + 4} ${rows * 26 + 4}`}
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: count }, (_, at) => (
        <rect
          key={at}
          className={css[`fabric${at % 4}`]}
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
