import { FormCard, SubmitButton, TextArea, TextField, useFieldError } from '~/ui/form.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { useTypedText } from '~/ui/use-typed-text.ts'
import { longestWords, type ReportAnswer, reasonNames, reportReasons } from '../rules.ts'
import { reportLost } from '../texts.ts'
import css from './reports.module.css'

/** Five reasons, words and an address for the outcome, both optional (R50). Works without script. */
export function ReportForm({ answer }: { readonly answer: ReportAnswer | undefined }) {
  const typed = useTypedText()
  const form = useFocusOnFirstError(answer)
  return (
    <FormCard
      ref={(element) => {
        typed.ref.current = element
        form.current = element
      }}
      onInput={typed.onInput}
      failure={answer?.failure}
      failed={reportLost}
    >
      <Choices
        legend="どんなところが気になりましたか"
        name="reason"
        values={reportReasons}
        texts={reasonNames}
        chosen={answer?.typed.reason}
        error={answer?.errors?.reason}
      />
      <TextArea
        name="words"
        label="くわしい内容"
        hint={`${longestWords}文字まで。お店の人だけが読みます。`}
        maxLength={longestWords}
        defaultValue={answer?.typed.words}
        error={answer?.errors?.words}
      />
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        label="結果を知らせるメールアドレス"
        hint="入力すると、確認の結果を1通お送りし、アドレスは消去します。"
        defaultValue={answer?.typed.email}
        error={answer?.errors?.email}
      />
      <SubmitButton busy="送っています…">通報する</SubmitButton>
    </FormCard>
  )
}

/** Radio buttons, one below the other, each as large as a thumb. */
export function Choices<Value extends string>({
  legend,
  name,
  values,
  texts,
  chosen,
  error: told,
  onChoose,
}: {
  readonly legend: string
  readonly name: string
  readonly values: readonly Value[]
  readonly texts: Readonly<Record<Value, string>>
  readonly chosen: string | undefined
  readonly error?: string | undefined
  readonly onChoose?: (value: Value) => void
}) {
  const { error, onEdit } = useFieldError(told)
  return (
    <fieldset className={css.choices} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={css.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            required
            defaultChecked={chosen === value}
            onChange={() => {
              onEdit()
              onChoose?.(value)
            }}
            aria-invalid={error ? true : undefined}
          />
          <span>{texts[value]}</span>
        </label>
      ))}
      {error ? (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
