import { useNavigation } from 'react-router'
import css from './blank-cards.module.css'

/** How many further cards of a list are on their way: 0 unless its longer form at `address`, a path with its query, is. */
export const useComing = (
  address: string | null,
  { shown, more, total }: { readonly shown: number; readonly more: number | null; readonly total: number },
): number => {
  const next = useNavigation().location
  const isComing = next !== undefined && `${next.pathname}${next.search}` === address
  return isComing ? Math.min(more ?? 0, total) - shown : 0
}

/** The places of cards that are on their way after もっと見る, so that what is seen stays where it is. */
export function BlankCards({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, at) => (
    <li key={`blank-${at}`} className={css.blank} aria-hidden="true" />
  ))
}
