import { holidayDays, longestMessage } from '~/features/shop/holidays/rules.ts'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import type { ShopView } from '../shop.rules.ts'
import css from './shop-desk.module.css'
import { answerTo, ShopForm } from './shop-form.tsx'

/** Plans a holiday of the shop (N60). */
export function HolidayPlan({
  view: { holiday, holidayMark, requestId },
  answer,
}: {
  readonly view: ShopView
  readonly answer: DeskAnswer | undefined
}) {
  const version = <input type="hidden" name="version" value={holidayMark} />
  const own = answerTo('holiday', '', answer)
  const field = (name: 'from' | 'to' | 'message') => ({
    name,
    defaultValue: own?.typed[name] ?? holiday?.[name],
    error: own?.errors?.[name],
  })
  const form = { requestId, answer }
  return (
    <section className={css.section}>
      <h2>お休みの予定</h2>
      {holiday === null ? (
        <p>予定はありません。</p>
      ) : (
        <>
          <p className={css.state}>{holidayDays(holiday)}</p>
          <ShopForm
            button="予定を取り消す"
            busy="取り消しています…"
            look="secondary"
            act="no-holiday"
            failed="お休みの予定を取り消せませんでした。"
            {...form}
          >
            {version}
          </ShopForm>
        </>
      )}
      <ShopForm
        button={holiday === null ? 'この予定にする' : '予定を変える'}
        busy="決めています…"
        look="secondary"
        act="holiday"
        stored={holidayMark}
        failed="お休みの予定を決められませんでした。"
        {...form}
      >
        {version}
        <TextField type="date" label="最初の日" required {...field('from')} />
        <TextField type="date" label="最後の日" required {...field('to')} />
        <TextField
          label="お休みのあいだの、お知らせの1行"
          hint={`${longestMessage}文字まで。空のままでもかまいません。再開の日は、自動で添えます。`}
          {...field('message')}
        />
        <p>最初の日の0時に販売を止め、最後の日が終わると開きます。お届けの目安も、この日を除いて数えます。</p>
      </ShopForm>
    </section>
  )
}
