import { ButtonOutLink } from '~/ui/button.tsx'
import css from './how-it-is-sold.module.css'

/** One line that opens. */
export function HowItIsSold() {
  return (
    <details className={css.box}>
      <summary className={css.line}>
        <h2 className={css.heading}>生地の販売について</h2>
        <span>50cm角・つなげてお届け</span>
      </summary>
      <ul className={css.facts}>
        <li>すべての生地を、50cm角の単位で販売しています。</li>
        <li>同じ柄を2枚以上お求めの場合は、切り離さず、つながった1枚の布でお届けします。</li>
      </ul>
    </details>
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
