import { Picture } from '~/features/pictures/ui/picture.tsx'
import { formatNumber } from '~/kernel/money.ts'
import type { ProductChoice } from '../rules.ts'
import type { Preview } from '../typed.rules.ts'
import { Choice } from './product-chooser.tsx'
import css from './product-desk.module.css'

/** Preview of the product's page; with script it follows typing. */
export function ProductPreview({
  preview,
  fabrics,
}: {
  readonly preview: Preview
  /** Names of the fabrics of a kit. */
  readonly fabrics: readonly ProductChoice[]
}) {
  const { name, facts, text, price, picture, fabricNumbers } = preview
  const chosen = fabricNumbers.flatMap((number) => fabrics.find((each) => each.number === number) ?? [])
  // A note such as 価格の確認 is the desk's own.
  const asSeen = (fabric: ProductChoice): ProductChoice => ({ ...fabric, note: '' })
  return (
    <section className={`stack-3 ${css.preview}`} aria-label="お客様に見えるようす">
      <h2>お客様に見えるようす</h2>
      {picture === '' ? null : <Picture url={picture} alt="" sizes="240px" side={240} />}
      <p className={css.previewName}>{name === '' ? '（名前がありません）' : name}</p>
      <p>{price === null ? '価格確認中' : `${formatNumber(price)}円（税込）`}</p>
      {text === '' ? null : <p className={css.previewText}>{text}</p>}
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {chosen.length === 0 ? null : (
        <>
          <h3>このキットに合う布</h3>
          <ul className={css.previewFabrics}>
            {chosen.map((fabric) => (
              <li key={fabric.number}>
                <Choice number={fabric.number} product={asSeen(fabric)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
