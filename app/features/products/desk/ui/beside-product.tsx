import { Link } from 'react-router'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { colourOf } from '~/features/products/description.rules.ts'
import { numberInAddress, productPath, publishedStatus } from '~/features/products/rules.ts'
import { piecesText } from '~/features/stock/measures.rules.ts'
import type { DeskStock } from '~/features/stock/rules.ts'
import { href } from '~/href.ts'
import { formatNumber } from '~/kernel/money.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { type Lost, LostNotice } from '~/ui/lost-notice.tsx'
import { Notice } from '~/ui/notice.tsx'
import { badgesOf, type DeskProduct, type DeskProductRow } from '../rules.ts'
import css from './product-layout.module.css'
import { deskProductPath } from './product-path.ts'

/** The form of 売り切れにする, whose button stands elsewhere on a wide page. */
export const sellOutForm = 'sell-out'

export const sellOutWords = '売り切れにする'

/** Of a button whose press was lost. */
export const actFailed = (button: string) => `「${button}」ができませんでした。`

/** What is told beside 売り切れにする. */
interface Told {
  readonly failure: string | undefined
  readonly lost: Lost
}

const leftText = ({ isKit, counted }: DeskStock): string => {
  if (counted === null) return '数えていません。枚数のかぎりなく販売します。'
  const left = counted.pieces.map((piece) => piece.left).filter((units) => units > 0)
  const all = left.reduce((sum, units) => sum + units, 0)
  if (all === 0) return '売り切れです。'
  if (isKit) return `残り ${formatNumber(all)}点`
  return left.length === 1
    ? `残り ${all}枚つづき`
    : `残り ${piecesText(left)}（ぜんぶで${formatNumber(all)}枚、いちばん長いのは${Math.max(...left)}枚つづき）`
}

function Stock({
  stock,
  maySellOut,
  failure,
  lost,
}: Told & { readonly stock: DeskStock; readonly maySellOut: boolean }) {
  const promised = (stock.counted?.short ?? []).length
  const path = href('/admin/products/:number/stock', { number: numberInAddress(stock.number) })
  return (
    <section className={css.beside} aria-labelledby="beside-stock">
      <h2 id="beside-stock">在庫</h2>
      <p>{leftText(stock)}</p>
      {promised === 0 ? null : <p>{`布が足りないご注文が${promised}件あります。`}</p>}
      <div className="row-2">
        <ButtonLink look="secondary" to={`${path}#receive`}>
          受け取る
        </ButtonLink>
        {maySellOut ? (
          <Button type="submit" look="secondary" form={sellOutForm}>
            {sellOutWords}
          </Button>
        ) : null}
      </div>
      {failure === undefined || lost === 'offline' || lost === 'unanswered' ? null : (
        <Notice kind="error">{failure}</Notice>
      )}
      <LostNotice failed={actFailed(sellOutWords)} lost={lost} />
    </section>
  )
}

function Sisters({ sisters }: { readonly sisters: readonly DeskProductRow[] }) {
  if (sisters.length === 0) return null
  return (
    <section className={css.beside} aria-labelledby="beside-sisters">
      <h2 id="beside-sisters">色ちがい</h2>
      <ul className={css.sisters}>
        {sisters.map((sister) => {
          const { number, picture, price } = sister
          const badges = badgesOf(sister)
          return (
            <li key={number}>
              <Link to={deskProductPath(number)} className={css.sister}>
                <Picture url={picture} alt="" sizes="40px" side={40} />
                <span>
                  <strong>{number}</strong> {colourOf(sister) ?? '（色なし）'}
                  {badges.length === 0 ? null : <small> {badges.join('・')}</small>}
                </span>
                <span className={css.price}>
                  {price === null ? '価格確認中' : `${formatNumber(price)}円`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What stands beside a product on a wide page: what is left of it, with what is pressed most, and its other colours. */
export function BesideProduct({
  product,
  stock,
  sisters,
  mayCount,
  failure,
  lost,
}: Told & {
  readonly product: DeskProduct
  readonly stock: DeskStock | undefined
  readonly sisters: readonly DeskProductRow[]
  readonly mayCount: boolean
}) {
  return (
    <>
      {product.status === publishedStatus ? (
        <ButtonLink look="secondary" to={productPath(product)}>
          お客様のページを見る
        </ButtonLink>
      ) : null}
      {mayCount && stock !== undefined ? (
        <Stock {...{ stock, failure, lost }} maySellOut={!product.soldOut} />
      ) : null}
      <Sisters sisters={sisters} />
    </>
  )
}
