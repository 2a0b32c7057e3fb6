import type { Ref } from 'react'
import type { ConfirmationItem } from '../confirmation.rules.ts'
import css from './confirmation-items.module.css'

/** S21, L2. */
export function ConfirmationItems({
  items,
  ref,
}: {
  readonly items: readonly ConfirmationItem[]
  readonly ref?: Ref<HTMLElement>
}) {
  return (
    <section ref={ref} className={css.items} aria-label="ご注文前の確認">
      <h3 className={css.heading}>ご注文前にご確認ください</h3>
      <dl>
        {items.map(({ heading, lines }) => (
          <div key={heading}>
            <dt>{heading}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
