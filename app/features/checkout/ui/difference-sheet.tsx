import { useState } from 'react'
import { formatYen, type Yen } from '~/kernel/money.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { LineDifference } from './checkout-answer.ts'
import css from './difference-sheet.module.css'

interface DifferenceSheetProps {
  readonly differences: readonly LineDifference[]
  readonly message: string
  readonly onAccept: () => Promise<boolean>
  readonly onChoose: (managementNumber: string, units: number) => void
  readonly onClose: () => void
}

const priceWord = (price: Yen | null, otherwise: string) =>
  price === null ? otherwise : `${formatYen(price)}円`

/** Nothing is paid before the new sum was seen (S1). */
export function DifferenceSheet({ differences, message, onAccept, onChoose, onClose }: DifferenceSheetProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const choose = (number: string, units: number) => {
    onChoose(number, units)
    const done = [...chosen, number]
    if (differences.every(({ managementNumber }) => done.includes(managementNumber))) onClose()
    else setChosen(done)
  }
  const open = differences.filter(({ managementNumber }) => !chosen.includes(managementNumber))
  const accept = async () => {
    setHasFailed(false)
    if (!(await onAccept())) setHasFailed(true)
  }
  return (
    <Dialog open onClose={onClose} heading="カートの内容をご確認ください" look="sheet">
      <p>{message}お支払いはまだ行われていません。</p>
      <ul className={css.list}>
        {open.map((difference) =>
          difference.short === undefined ? (
            <Difference key={difference.managementNumber} {...difference} />
          ) : (
            <ShortLine
              key={difference.managementNumber}
              {...difference}
              {...difference.short}
              onChoose={choose}
            />
          ),
        )}
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

/** A line larger than any piece (K4): fewer units, or none. */
function ShortLine({
  managementNumber: number,
  name,
  onChoose,
  ...short
}: Pick<LineDifference, 'managementNumber' | 'name'> &
  NonNullable<LineDifference['short']> & {
    readonly onChoose: (number: string, units: number) => void
  }) {
  const { joined } = useSiteFacts()
  const { most } = short
  return (
    <li>
      <span className={css.name}>{name}</span>
      <span>{shortText(short, joined)}</span>
      {most === 0 ? null : (
        <Button
          look="secondary"
          aria-label={`${name}を${most}枚にする`}
          onClick={() => onChoose(number, most)}
        >
          {most}枚にする
        </Button>
      )}
      <Button look="quiet" aria-label={`${name}を取り出す`} onClick={() => onChoose(number, 0)}>
        取り出す
      </Button>
    </li>
  )
}

const shortText = (
  { most, waits, isShared }: NonNullable<LineDifference['short']>,
  joined: Joined,
): string => {
  if (isShared)
    return most > 0
      ? `お支払いの途中のご注文がほかにもあるため、いまは${most}枚までお取り置きできます`
      : 'お支払いの途中のご注文がほかにもあるため、いまはお取り置きできません。そのお支払いが済むか、お支払い画面の期限が過ぎると、お求めいただけます'
  if (most > 0) return `${joined === null ? '' : 'つなげて'}${most}枚までになりました`
  return waits
    ? 'ほかのお客様がお支払い中です。戻ることがありますので、カートに入れたまま、しばらくたってからもう一度お試しください'
    : '売り切れました'
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
