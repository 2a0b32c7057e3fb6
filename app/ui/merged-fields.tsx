import { Fragment, type ReactNode, useState } from 'react'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { ChosenAbove } from './chosen-above.tsx'
import css from './merged-fields.module.css'
import { Notice } from './notice.tsx'

/** A value in words, and the photographs that it has. */
interface PresentValue {
  readonly name: string
  /** Those of a value with several fields that have changed. */
  readonly parts: readonly string[]
  readonly now: string
  readonly nowPictures: readonly string[]
}

interface MergedAnswer {
  /** Values that were not touched and are the present ones. */
  readonly taken: readonly PresentValue[]
  /** Values that both have changed, each with the fields that it has in the form, as they are by いまの値. */
  readonly both: readonly (PresentValue & {
    readonly unit: string
    readonly typed: string
    readonly typedPictures: readonly string[]
    readonly values: Readonly<Record<string, string>>
  })[]
  /** The form was sent without a choice. */
  readonly isAsked?: true
}

/** What an answer says of the version of a form. */
export interface VersionAnswer {
  /** Fields that somebody else changed first and that are shown anew (N84): name, what was typed, and the present value. */
  readonly stale?: readonly { readonly name: string; readonly typed: string; readonly now: string }[]
  /** Of a form that is merged with what somebody else changed first (N82). */
  readonly merged?: MergedAnswer
  /** What the form is about from here on, and what it then counts as drawn with. */
  readonly version?: string | number
  readonly drawn?: string
  /** Its fields have other values than those that were sent: they are drawn anew. */
  readonly isRedrawn?: true
}

const empty = '（空）'

/** How often the fields had to be drawn anew: fields that somebody has written into keep their text otherwise. */
const useRound = (answer: VersionAnswer | undefined): number => {
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
  readonly answer: VersionAnswer | undefined
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
      <ChosenAbove value={both.map(({ unit }) => unit)}>
        <Fragment key={round}>{children}</Fragment>
      </ChosenAbove>
    </>
  )
}

function Anew({ fields }: { readonly fields: NonNullable<VersionAnswer['stale']> }) {
  return (
    <Notice kind="error" answers>
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
    <Notice kind="error" answers>
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
