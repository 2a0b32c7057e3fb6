import { useEffect, useRef, useState } from 'react'
import { acceptChanges } from '~/features/cart/changes.rules.ts'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import type { Cart } from '~/features/cart/types.ts'
import { CartStatus } from '~/features/cart/ui/cart-status.tsx'
import { withOwnHolds } from '~/features/cart/ui/products-now.ts'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { mostInWords } from '~/features/products/rules.ts'
import { useOwnHolds } from '~/features/products/ui/shop-closure.tsx'
import { formatYen, type Yen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import {
  acceptedChangesOf,
  hasOtherFee,
  type LineDifference,
  mayComeBack,
  openDifferences,
} from '../differences.rules.ts'
import css from './difference-sheet.module.css'
import type { DifferingCart } from './use-checkout.ts'

/**
 * Nothing is paid before the new sum was seen (S1); all that differs, with the old and the new sum (C23), of which the
 * total and the main button stay in sight (P37).
 */
export function DifferenceSheet({
  differences,
  message,
  terms,
  products,
  former,
  onClose,
}: DifferingCart & { readonly onClose: () => void }) {
  const { cart, actions } = useCart()
  const lookup = withOwnHolds(products, useOwnHolds())
  const now = terms ?? actions.terms
  const open = openDifferences(differences, cart)
  const hasFee = hasOtherFee(differences)
  const isSettled = cart.length === 0 || (open.length === 0 && !hasFee)
  useEffect(() => {
    if (isSettled) onClose()
  }, [isSettled, onClose])
  const [before] = useState(() => actions.getSnapshot())
  const sums = useRef<HTMLDListElement>(null)
  // The pressed button disappears with its line: the focus moves to the new sum.
  const thenFocusSums =
    <A extends readonly unknown[]>(action: (...given: A) => void) =>
    (...given: A) => {
      action(...given)
      sums.current?.focus()
    }
  const change = (lines: Cart) => acceptChanges(lines, lookup, acceptedChangesOf(open), now)
  const totals = cartTotals(change(cart).cart, now)
  const isAllToComeBack = open.every(mayComeBack) && !hasFee
  const backButton = (
    <Button look="quiet" onClick={onClose}>
      カートに戻る
    </Button>
  )
  const accept = () => {
    if (terms !== null) actions.adoptTerms(terms)
    actions.change(change)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} heading="カートの内容をご確認ください" look="sheet" fitted>
      <div className={css.view}>
        <p>{message}お支払いはまだ行われていません。</p>
        <ul className={`stack-3 ${css.list}`}>
          {open.map((difference) => (
            <Difference
              key={difference.managementNumber}
              difference={difference}
              isOnly={cart.length === 1}
              onUnits={thenFocusSums(actions.setQuantity)}
              onTakeOut={thenFocusSums(actions.remove)}
            />
          ))}
        </ul>
        {former.shipping === totals.shipping ? null : (
          <dl className={css.sums}>
            <Sum name="送料" before={former.shipping} after={totals.shipping} />
          </dl>
        )}
        <div className={css.foot}>
          <CartStatus before={before} />
          <dl className={css.sums} ref={sums} tabIndex={-1}>
            <Sum name="合計（税込）" before={former.total} after={totals.total} />
          </dl>
          {isAllToComeBack ? backButton : <Button onClick={accept}>新しい内容でカートを更新する</Button>}
        </div>
        {isAllToComeBack ? null : backButton}
      </div>
    </Dialog>
  )
}

const priceWord = (price: Yen | null, otherwise: string) =>
  price === null ? otherwise : `${formatYen(price)}円`

/** With fewer units (K4), or of what may come back, the choice is hers; all else the main button accepts. */
function Difference({
  difference,
  isOnly,
  onUnits,
  onTakeOut,
}: {
  readonly difference: LineDifference
  readonly isOnly: boolean
  readonly onUnits: (managementNumber: string, units: number) => void
  readonly onTakeOut: (managementNumber: string) => void
}) {
  const { joined } = useSiteFacts()
  const { managementNumber: number, oldName, name, before, after, short } = difference
  const waits = mayComeBack(difference)
  const most = short?.most ?? 0
  return (
    <li>
      <span className={css.name}>
        {oldName === name ? null : <FromTo before={oldName} after="" />}
        {name}
      </span>
      {waits || before === after ? null : (
        <span>
          <FromTo
            before={priceWord(before, '―')}
            after={priceWord(after, short === undefined ? 'お求めいただけなくなりました' : '売り切れました')}
          />
        </span>
      )}
      {short !== undefined && (waits || most > 0) ? (
        <>
          <span>
            {shortText(short, joined)}
            {waits && !isOnly ? '先にほかの商品をお求めの場合は、取り出してお進みください。' : ''}
          </span>
          <div className={css.choices}>
            {most === 0 ? null : (
              <Button
                look="secondary"
                aria-label={`${name}を${most}枚にする`}
                onClick={() => onUnits(number, most)}
              >
                {most}枚にする
              </Button>
            )}
            <Button look="quiet" aria-label={`${name}を取り出す`} onClick={() => onTakeOut(number)}>
              取り出す
            </Button>
          </div>
        </>
      ) : null}
    </li>
  )
}

const shortText = ({ most, isShared }: NonNullable<LineDifference['short']>, joined: Joined): string => {
  if (isShared)
    return most > 0
      ? `お支払いの途中のご注文がほかにもあるため、いまは${most}枚までお取り置きできます`
      : 'お支払いの途中のご注文がほかにもあるため、いまはお取り置きできません。そのお支払いが済むか、お支払い画面の期限が過ぎると、お求めいただけます。カートに残します。'
  return most > 0
    ? `${mostInWords(most, joined)}になりました`
    : 'ほかのお客様がお支払い中です。戻ることがありますので、カートに残します。'
}

function Sum({ name, before, after }: { readonly name: string; readonly before: Yen; readonly after: Yen }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {before === after ? (
          `${formatYen(after)}円`
        ) : (
          <FromTo before={`${formatYen(before)}円`} after={`${formatYen(after)}円`} />
        )}
      </dd>
    </div>
  )
}

function FromTo({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <>
      <s>{before}</s>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">から</span>
      {after === '' ? null : <strong>{after}</strong>}
    </>
  )
}
