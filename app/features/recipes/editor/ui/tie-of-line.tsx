import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { mostUnits, numbersInLine, unitsInLine } from '~/features/recipes/materials/rules.ts'
import { priceOf } from '~/features/recipes/materials/texts.ts'
import type { OfferedProduct } from '~/features/recipes/materials/types.ts'
import { noProduct, notChosen, type WrittenTie } from '~/features/recipes/materials/written.rules.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import css from './material-line.module.css'
import type { ProductByNumber } from './use-products-by-number.ts'

type Change = (tie: WrittenTie, words: string) => void

/** The product that a line is tied to: chosen, named by a number in its text, or none; its fields hold the units (W5). */
export function TieOfLine({
  text,
  tie,
  called,
  onUnits,
  onChange,
}: {
  readonly text: string
  readonly tie: WrittenTie
  readonly called: ProductByNumber
  readonly onUnits: (tie: WrittenTie) => void
  readonly onChange: Change
}) {
  if (tie.tieNumber !== '' && tie.tieNumber !== noProduct)
    return <ChosenTie tie={tie} called={called} onUnits={onUnits} onChange={onChange} />
  const named = numbersInLine(text).flatMap(({ number }) => called(number) ?? [])
  return (
    <>
      <input type="hidden" name="tieUnits[]" value="" />
      {tie.tieNumber === noProduct ? (
        <RefusedTie text={text} onChange={onChange} />
      ) : named.length > 0 ? (
        <TiesOfText products={named} text={text} onChange={onChange} />
      ) : null}
    </>
  )
}

function ChosenTie({
  tie,
  called,
  onUnits,
  onChange,
}: {
  readonly tie: WrittenTie
  readonly called: ProductByNumber
  readonly onUnits: (tie: WrittenTie) => void
  readonly onChange: Change
}) {
  const hasScript = useHasScript()
  const found = called(tie.tieNumber)
  const isOther = found && tie.tieName !== '' && nameKey(found.name) !== nameKey(tie.tieName)
  const product = isOther ? null : found
  const name = product?.called ?? (tie.tieName === '' ? tie.tieNumber : tie.tieName)
  return (
    <div className={css.tie}>
      {product ? <Swatch product={product} /> : <span className={css.nothing} aria-hidden="true" />}
      <p className={css.called}>
        {name}
        <small>
          <span>{tie.tieNumber}</span>
          {product ? <span>{priceOf(product)}</span> : product === null ? 'いまは販売していません' : ''}
        </small>
      </p>
      <div className={css.choices}>
        {product?.type === 'kit' ? (
          <input type="hidden" name="tieUnits[]" value="1" />
        ) : (
          <select
            name="tieUnits[]"
            className={css.units}
            aria-label={`${name}の枚数`}
            value={tie.tieUnits}
            onChange={(event) => onUnits({ ...tie, tieUnits: event.currentTarget.value })}
          >
            {Array.from({ length: mostUnits }, (_, at) => (
              <option key={at} value={String(at + 1)}>
                {at + 1}枚
              </option>
            ))}
            {hasScript ? null : <option value="0">外す</option>}
          </select>
        )}
        {hasScript ? (
          <button
            type="button"
            className={css.change}
            aria-label={`${name}を外す`}
            onClick={() => onChange(notChosen, `「${name}」を外しました。`)}
          >
            外す
          </button>
        ) : null}
      </div>
    </div>
  )
}

function TiesOfText({
  products,
  text,
  onChange,
}: {
  readonly products: readonly OfferedProduct[]
  readonly text: string
  readonly onChange: Change
}) {
  const joined = useSiteFacts().joined === 'lengthwise'
  return (
    <div className={css.named}>
      {products.map((product) => (
        <div key={product.number} className={css.tie}>
          <Swatch product={product} />
          <p className={css.called}>
            {product.called}
            <small>
              <span>{product.number}</span>
              <span>{priceOf(product)}</span>
              {product.type === 'fabric'
                ? `${unitsInLine(text, { joined, oneWay: product.mayHaveTop })}枚`
                : ''}
            </small>
          </p>
        </div>
      ))}
      <button
        type="button"
        className={css.change}
        onClick={() => onChange({ ...notChosen, tieNumber: noProduct }, 'お店の品にはつなぎません。')}
      >
        お店の品ではない
      </button>
    </div>
  )
}

function RefusedTie({ text, onChange }: { readonly text: string; readonly onChange: Change }) {
  if (numbersInLine(text).length === 0) return null
  return (
    <div className={css.tie}>
      <p className={css.refused}>お店の品にはつなぎません。</p>
      <button
        type="button"
        className={css.change}
        onClick={() => onChange(notChosen, '番号のとおりにつなぎます。')}
      >
        番号のとおりにつなぐ
      </button>
    </div>
  )
}

function Swatch({ product }: { readonly product: OfferedProduct }) {
  return (
    <img
      className={css.swatch}
      src={smallPictureUrl(product.picture)}
      alt=""
      width="48"
      height="48"
      decoding="async"
    />
  )
}
