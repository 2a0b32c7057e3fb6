import { ButtonOutLink } from '~/ui/button.tsx'
import css from './how-it-is-sold.module.css'

export function HowItIsSold() {
  return (
    <section aria-labelledby="how-it-is-sold" className={css.box}>
      <h2 id="how-it-is-sold" className={css.heading}>
        生地の販売について
      </h2>
      <ul className={css.facts}>
        <li className={css.fact}>
          <Squares count={1} />
          <p>すべての生地を、50cm角の単位で販売しています。</p>
        </li>
        <li className={css.fact}>
          <Squares count={3} />
          <p>同じ柄を2枚以上お求めの場合は、切り離さず、つながった1枚の布でお届けします。</p>
        </li>
      </ul>
    </section>
  )
}

const side = 22

function Squares({ count }: { readonly count: number }) {
  const inner = Array.from({ length: count - 1 }, (_, at) => 2 + side * (at + 1))
  const width = side * count
  return (
    <svg
      className={css.drawing}
      width={width + 4}
      height={side + 4}
      viewBox={`0 0 ${width + 4} ${side + 4}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={css.cloth} x="2" y="2" width={width} height={side} rx="2" />
      {inner.map((x) => (
        <path key={x} className={css.fold} d={`M${x} 3v${side - 2}`} />
      ))}
    </svg>
  )
}

export function NewsletterBanner({ href }: { readonly href: string }) {
  return (
    <aside aria-label="お便りのご案内" className={css.banner}>
      <p>
        <strong>月に一度のお便り</strong>
        <span className={css.news}>新しい生地やキットのお知らせをメールでお届けします。</span>
      </p>
      <ButtonOutLink href={href}>お便りに登録する</ButtonOutLink>
    </aside>
  )
}
