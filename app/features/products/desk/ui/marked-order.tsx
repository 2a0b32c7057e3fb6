import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { TextField } from '~/ui/form.tsx'
import { LeftOutNotice } from '~/ui/left-out.tsx'
import { Notice } from '~/ui/notice.tsx'
import css from './product-desk.module.css'

const places = [
  { id: 'first', name: 'いちばん前' },
  { id: 'last', name: 'いちばん後ろ' },
  { id: 'behind', name: '次の生地の後ろ' },
] as const

/** Where the marked fabrics stand in the shop's list. */
export function MarkedOrder({
  marks,
  mark,
  requestId,
  answer,
}: {
  readonly marks: readonly string[]
  readonly mark: string
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const { left, ...rest } = answer ?? { typed: {} as DeskAnswer['typed'] }
  const moved = rest.typed.moved
  return (
    <section className="stack-3" aria-labelledby="order">
      <h2 id="order">一覧での順番</h2>
      {left === undefined ? null : moved === '' || moved === undefined ? null : (
        <Notice kind="good" announce>{`順番を変えました：${moved}`}</Notice>
      )}
      <LeftOutNotice left={left} />
      <DeskForm
        requestId={`${requestId} order`}
        answer={answer === undefined ? undefined : rest}
        failed="順番を変えられませんでした。"
        button="順番を変える"
        busy="変えています…"
      >
        <input type="hidden" name="act" value="order" />
        {marks.map((value) => (
          <input key={value} type="hidden" name={mark} value={value} />
        ))}
        <fieldset className={css.states}>
          <legend>選んだ生地を、いまの並びのまま</legend>
          {places.map(({ id, name }) => (
            <label key={id}>
              <input
                type="radio"
                name="place"
                value={id}
                defaultChecked={id === (rest.typed.place ?? 'first')}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <TextField
          name="behind"
          label="その生地の管理番号"
          unmarked
          hint="「次の生地の後ろ」のときだけ入力してください。"
          defaultValue={rest.typed.behind}
          error={answer?.errors?.behind}
        />
      </DeskForm>
    </section>
  )
}
