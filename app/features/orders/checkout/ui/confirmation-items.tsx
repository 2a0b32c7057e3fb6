import type { ConfirmationItem } from '../confirmation.rules.ts'
import css from './confirmation-items.module.css'

/** One line that names every item and opens to the whole (S21, L2). */
export function ConfirmationItems({
  short,
  items,
}: {
  readonly short: readonly string[]
  readonly items: readonly ConfirmationItem[]
}) {
  return (
    <section className={css.items} aria-label="ご注文前の確認">
      <details>
        <summary className={css.short}>
          {short.map((item, place) => (
            <span key={item}>
              {item}
              {place < short.length - 1 ? '／' : ''}
            </span>
          ))}
        </summary>
        <h3 className={css.heading}>ご注文前にご確認ください</h3>
        {/* It scrolls, and a keyboard must be able to scroll it. */}
        <dl tabIndex={0}>
          {items.map(({ heading, lines }) => (
            <div key={heading}>
              <dt>{heading}</dt>
              {lines.map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
