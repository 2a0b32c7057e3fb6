import css from './blank-cards.module.css'

/** The places of cards that are on their way: what stands below moves when もっと見る is pressed, not when they come. */
export function BlankCards({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(0, count) }, (_, at) => (
    <li key={`blank-${at}`} className={css.blank} aria-hidden="true" />
  ))
}
