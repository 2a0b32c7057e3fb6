import type { ReturnedAs } from '~/features/stock/rules.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import type { MoneySheet } from '../types.ts'
import css from './money.module.css'

export const wayText = (way: ReturnedAs, isKit: boolean, units: number | undefined): string => {
  if (way === 'keep') return '戻さない'
  if (isKit) return '戻す（在庫に足す）'
  if (way === 'bolt') return 'まだ裁っていない（反物に戻す）'
  return `裁った（${units === undefined || units === 1 ? '1枚の' : `${units}枚つづきの`}布として戻す）`
}

/** For each counted line that is not sent, or comes back (K13). */
export function BackChoices({
  sheet,
  answer,
  unitsOf,
}: {
  readonly sheet: MoneySheet
  readonly answer: DeskAnswer | undefined
  readonly unitsOf: (position: number) => number | undefined
}) {
  const lines = sheet.lines.flatMap((line, position) =>
    line.back === null || line.unitsLeft === 0 ? [] : [{ ...line, back: line.back, position }],
  )
  return lines.map(({ name, number, back, position }) => (
    <label key={position} className={css.back}>
      {`${back.isKit ? 'キット' : '布'}をどうするか：${name}（${number}）`}
      <select name={`back-${position}`} defaultValue={answer?.typed[`back-${position}`] ?? back.usual}>
        {back.ways.map((way) => (
          <option key={way} value={way}>
            {wayText(way, back.isKit, unitsOf(position))}
          </option>
        ))}
      </select>
    </label>
  ))
}
