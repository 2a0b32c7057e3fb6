import type { BackAs } from '~/features/stock/rules.ts'
import type { MoneyAnswer, MoneySheet } from '../types.ts'
import css from './money.module.css'

const wayTexts = (units: number): Readonly<Record<BackAs, string>> => ({
  bolt: 'まだ裁っていない（反物に戻す）',
  piece: `裁った（${units}枚までの1枚として戻す）`,
  keep: '戻さない',
})

/** For each counted line that is not sent, or comes back (K13). */
export function BackChoices({
  sheet,
  answer,
}: {
  readonly sheet: MoneySheet
  readonly answer: MoneyAnswer | undefined
}) {
  const lines = sheet.lines.flatMap((line, position) =>
    line.back === null || line.unitsLeft === 0 ? [] : [{ ...line, back: line.back, position }],
  )
  return lines.map(({ name, number, unitsLeft, back, position }) => (
    <label key={position} className={css.back}>
      {`布をどうするか：${name}（${number}）`}
      <select name={`back-${position}`} defaultValue={answer?.typed[`back-${position}`] ?? back}>
        {Object.entries(wayTexts(unitsLeft)).map(([way, text]) => (
          <option key={way} value={way}>
            {text}
          </option>
        ))}
      </select>
    </label>
  ))
}
