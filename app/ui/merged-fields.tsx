import { Fragment, type ReactNode, useState } from 'react'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { ChosenAbove, nothingChosenAbove } from './chosen-above.tsx'
import type { FormAnswer, MergedAnswer } from './desk-form.tsx'
import css from './merged-fields.module.css'
import { Notice } from './notice.tsx'

const empty = '（空）'

/** How often the fields had to be drawn anew: fields that somebody has written into keep their text otherwise. */
const useRound = (answer: FormAnswer | undefined): number => {
  const [{ seen, round }, set] = useState({ seen: answer, round: 0 })
  if (seen === answer) return round
  const next = answer?.isRedrawn || seen?.isRedrawn ? round + 1 : round
  set({ seen: answer, round: next })
  return next
}

/**
 * The fields of a form with a version: carries `version` and `drawn`, says what another screen has changed, and asks about what both
 * have changed (N82). The fields of such a value are hidden, so that each value stands once. Works without script.
 */
export function MergedFields({
  version,
  drawn,
  answer,
  children,
}: {
  readonly version: number | string | undefined
  readonly drawn: string | undefined
  readonly answer: FormAnswer | undefined
  readonly children?: ReactNode
}) {
  const round = useRound(answer)
  const both = answer?.merged?.both ?? []
  return (
    <>
      {version === undefined || version === '' ? null : (
        <input type="hidden" name="version" value={version} />
      )}
      {drawn === undefined || drawn === '' ? null : <input type="hidden" name="drawn" value={drawn} />}
      {answer?.stale === undefined ? null : <Anew fields={answer.stale} />}
      {answer?.merged === undefined ? null : <MergedNotice key={`notice ${round}`} merged={answer.merged} />}
      <ChosenAbove value={both.length === 0 ? nothingChosenAbove : new Set(both.map(({ unit }) => unit))}>
        <Fragment key={round}>{children}</Fragment>
      </ChosenAbove>
    </>
  )
}

function Anew({ fields }: { readonly fields: NonNullable<FormAnswer['stale']> }) {
  return (
    <Notice kind="error">
      <p>ほかの画面で先に変わりました。</p>
      {fields.map(({ name, typed, now }) => (
        <p key={name}>
          {name}：いまは「{now}」、この画面では「{typed}」
        </p>
      ))}
      <p>いまの値に直しました。確かめてから、もう一度押してください。</p>
    </Notice>
  )
}

const named = ({ name, parts }: { readonly name: string; readonly parts: readonly string[] }): string =>
  parts.length === 0 ? name : `${name}（変わったところ：${parts.join('、')}）`

function MergedNotice({ merged: { taken, both, isAsked } }: { readonly merged: MergedAnswer }) {
  return (
    <Notice kind="error">
      <div className={css.notice}>
        <p className={css.said}>
          {isAsked
            ? 'どちらの値にするかを、選んでください。まだ何も保存していません。'
            : 'ほかの画面で先に変わりました。まだ何も保存していません。'}
        </p>
        {taken.length === 0 ? null : (
          <>
            <p>ここで変えていないものは、いまの値にしました。</p>
            <ul className={css.taken}>
              {taken.map((value) => (
                <li key={value.name}>
                  {named(value)}：<Value text={value.now} pictures={value.nowPictures} />
                </li>
              ))}
            </ul>
          </>
        )}
        {both.length === 0 ? null : (
          <p>ここでもほかの画面でも変えたものは、どちらにするかを選んでください。</p>
        )}
        {both.map((value) => (
          <Choice key={value.unit} {...value} isAsked={isAsked === true} />
        ))}
        <p>
          {both.length === 0
            ? 'ここで入力したものは、そのままです。いま見えているとおりでよければ、もう一度押してください。'
            : '選んでから、もう一度押してください。'}
        </p>
      </div>
    </Notice>
  )
}

function Value({ text, pictures }: { readonly text: string; readonly pictures: readonly string[] }) {
  return (
    <span className={css.value}>
      {text || empty}
      {pictures.map((url) => (
        <img key={url} src={displayImageUrl(url)} alt="" width="72" height="72" loading="lazy" />
      ))}
    </span>
  )
}

/** Nothing is chosen beforehand: whichever it were would be overwritten unseen. */
function Choice({
  unit,
  typed,
  typedPictures,
  isAsked,
  ...value
}: MergedAnswer['both'][number] & { readonly isAsked: boolean }) {
  const option = (choice: 'typed' | 'now', label: string, text: string, pictures: readonly string[]) => (
    <label>
      <input
        type="radio"
        name={`choice:${unit}`}
        value={choice}
        required
        aria-invalid={isAsked || undefined}
      />
      <span className={css.option}>
        <small>{label}</small>
        <Value text={text} pictures={pictures} />
      </span>
    </label>
  )
  return (
    <fieldset className={css.choice}>
      <legend>{named(value)}</legend>
      {option('typed', 'あなたの入力', typed, typedPictures)}
      {option('now', 'いまの値', value.now, value.nowPictures)}
    </fieldset>
  )
}
