import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '~/href.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Icon, type IconName } from '~/ui/icon.tsx'
import css from './hero.module.css'
import picture from './hero.svg'

export function Hero() {
  return (
    <section className={css.hero}>
      <div className={css.words}>
        <p className={css.sign}>布とソーイングキットのお店</p>
        <h1 className={css.promise}>
          50cm角の布から、
          <br />
          つくる毎日を。
        </h1>
        <p className={css.lead}>柄も無地も50cm角1枚から。同じ柄は切らずにつなげてお届けします。</p>
        <p className={`row-2 ${css.ways}`}>
          <ButtonLink to={href('/all-products')}>生地を選ぶ</ButtonLink>
          <ButtonLink to={href('/kits')} look="secondary">
            キットを見る
          </ButtonLink>
          <ButtonLink to={href('/gallery')} look="secondary">
            作品を見る
          </ButtonLink>
        </p>
      </div>
      <img className={css.picture} src={picture} alt="" width="1200" height="800" fetchPriority="high" />
    </section>
  )
}

interface Section {
  readonly to: string
  readonly icon: IconName
  readonly name: ReactNode
  readonly about: string
}

const sectionsOf = (monthlyFabrics: number | null): readonly Section[] => [
  { to: href('/all-products'), icon: 'fabric', name: '生地', about: '柄も無地も、50cm角1枚から選べます' },
  { to: href('/kits'), icon: 'kit', name: 'キット', about: '型紙と副資材のセット。布は好きな柄で選べます' },
  {
    to: href('/influencer_subscription'),
    icon: 'collab',
    name: 'コラボ',
    about: '作家さんといっしょに選んだ布と型紙',
  },
  ...(monthlyFabrics === null
    ? []
    : [
        {
          to: href('/subscription'),
          icon: 'subscription',
          name: 'サブスク',
          about: `毎月${monthlyFabrics}枚のカットクロスが届きます`,
        } as const,
      ]),
  {
    to: href('/gallery'),
    icon: 'gallery',
    name: (
      <>
        作品
        <wbr />
        ギャラリー
      </>
    ),
    about: 'みんなの作品とつくり方',
  },
]

/** `monthlyFabrics`: fabrics per month of a subscription; null when none is offered. */
export function SectionLinks({ monthlyFabrics }: { readonly monthlyFabrics: number | null }) {
  return (
    <nav aria-label="売り場とギャラリー" className={css.areas}>
      <ul className={css.sections}>
        {sectionsOf(monthlyFabrics).map(({ to, icon, name, about }) => (
          <li key={to}>
            <Link to={to} className={css.section}>
              <Icon name={icon} size={32} />
              <span className={css.name}>{name}</span>
              <span className={css.about}>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
