import { useNavigation } from 'react-router'
import css from './blank-cards.module.css'

/** How many cards are being loaded; 0 unless the navigation goes to `address`, a path with its query. */
export const useComing = (
  address: string | null,
  { shown, more, total }: { readonly shown: number; readonly more: number | null; readonly total: number },
): number => {
  const next = useNavigation().location
  const isComing = next !== undefined && `${next.pathname}${next.search}` === address
  return isComing ? Math.min(more ?? 0, total) - shown : 0
}

/** Keeps the place of cards that もっと見る is loading, so that nothing moves. */
export function BlankCards({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, at) => (
    <li key={`blank-${at}`} className={css.blank} aria-hidden="true" />
  ))
}
