import { useNavigation } from 'react-router'
import css from './blank-cards.module.css'

/** Whether the page at `address`, a path with its query, is on its way. */
export const useIsOnItsWay = (address: string | null): boolean => {
  const next = useNavigation().location
  return next !== undefined && `${next.pathname}${next.search}` === address
}

/** The places of cards that are on their way after もっと見る, so that what is seen stays where it is. */
export function BlankCards({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, at) => (
    <li key={`blank-${at}`} className={css.blank} aria-hidden="true" />
  ))
}
