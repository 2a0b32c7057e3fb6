import { useState } from 'react'
import { formatYen, type Yen } from '~/kernel/money.ts'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { LineDifference } from './checkout-answer.ts'
import css from './difference-sheet.module.css'

interface DifferenceSheetProps {
  readonly differences: readonly LineDifference[]
  readonly message: string
  /** Updates the cart; false when the shop could not be asked. */
  readonly onAccept: () => Promise<boolean>
  readonly onClose: () => void
}

const priceWord = (price: Yen | null, otherwise: string) =>
  price === null ? otherwise : `${formatYen(price)}円`

/** What changed since the cart was filled, and a button that updates it: nothing is paid before the new sum was seen (S1). */
export function DifferenceSheet({ differences, message, onAccept, onClose }: DifferenceSheetProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const accept = async () => {
    setHasFailed(false)
    if (!(await onAccept())) setHasFailed(true)
  }
  return (
    <Dialog open onClose={onClose} heading="カートの内容をご確認ください" look="sheet">
      <p>{message}お支払いはまだ行われていません。</p>
      <ul className={css.list}>
        {differences.map((difference) => (
          <Difference key={difference.managementNumber} {...difference} />
        ))}
      </ul>
      {hasFailed ? (
        <Notice kind="error">
          お店に確認できませんでした。通信の状態をお確かめのうえ、もう一度お試しください。
        </Notice>
      ) : null}
      <Button onClick={accept}>新しい内容でカートを更新する</Button>
      <Button look="quiet" onClick={onClose}>
        カートに戻る
      </Button>
    </Dialog>
  )
}

function Difference({ oldName, name, before, after }: LineDifference) {
  return (
    <li>
      <span className={css.name}>
        {oldName === name ? null : <FromTo before={oldName} after="" />}
        {name}
      </span>
      {before !== null && before === after ? null : (
        <span>
          <FromTo before={priceWord(before, '―')} after={priceWord(after, 'お求めいただけなくなりました')} />
        </span>
      )}
    </li>
  )
}

/** Old and new, told apart by more than a stroke. */
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
