import type { Badge, BadgeKind } from '~/features/orders/standing.rules.ts'
import css from './order-desk.module.css'

const urgent: readonly BadgeKind[] = ['failure', 'dispute', 'mail']

export function StandingBadges({ badges }: { readonly badges: readonly Badge[] }) {
  if (badges.length === 0) return null
  return (
    <span className={css.badges}>
      {badges.map(({ kind, text }) => (
        <span key={`${kind}${text}`} className={urgent.includes(kind) ? css.urgent : css.badge}>
          {text}
        </span>
      ))}
    </span>
  )
}
