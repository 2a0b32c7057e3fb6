import { useId, useState } from 'react'
import type { DeskAnswer } from '~/ui/desk-form.tsx'
import { DeskMore } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton, TextField } from '~/ui/form.tsx'
import { Notice } from '~/ui/notice.tsx'
import { useFocusOnFirstError } from '~/ui/use-form-focus.ts'
import { useTypedText } from '~/ui/use-typed-text.ts'
import { longestReason, ownReason, reasonTemplates, type ShownCase, wayTexts } from '../outcomes.rules.ts'
import { type OutcomeWay, reportReasons } from '../rules.ts'
import { Choices } from './report-form.tsx'
import css from './reports.module.css'

const lost = '対応できませんでした。'
const hardWays = ['stop-posting', 'stop-both', 'suspend'] as const

/** What the owner decides, each with one press; the reason is what the author reads (N144). Works without script. */
export function Decision({
  shown: { version, mayHide, template, author },
  requestId,
  answer,
}: {
  readonly shown: ShownCase
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const typed = answer?.typed
  const isHard = hardWays.some((way) => way === answer?.act)
  const also = useId()
  const [chosen, choose] = useState(reportReasons.find((each) => each === typed?.template) ?? template)
  const [own, write] = useState(typed?.own ?? '')
  const card = useTypedText()
  const form = useFocusOnFirstError(answer)
  const failureOf = (way: OutcomeWay) =>
    answer?.act === way && answer.failure !== undefined ? (
      <Notice kind="error">{answer.failure}</Notice>
    ) : null
  const told = ownReason(own) || reasonTemplates[chosen]
  return (
    <section className="stack-3" aria-labelledby="decision">
      <h2 id="decision">どうしますか</h2>
      <FormCard
        ref={(element) => {
          card.ref.current = element
          form.current = element
        }}
        onInput={card.onInput}
      >
        <input type="hidden" name="requestId" value={answer?.requestId ?? requestId} />
        <input type="hidden" name="version" value={version} />
        <DeskMore name="書いた方が読む理由を変える" isOpen={answer?.errors?.own !== undefined}>
          <div className="stack-3">
            <Choices
              legend="書いた方が読む理由"
              name="template"
              values={reportReasons}
              texts={reasonTemplates}
              chosen={chosen}
              onChoose={choose}
            />
            <TextField
              name="own"
              label="自分の言葉で書く"
              hint={`書くと、上の文のかわりに伝わります。${longestReason}文字まで。`}
              maxLength={longestReason}
              defaultValue={typed?.own}
              onValue={write}
              error={answer?.errors?.own}
            />
          </div>
        </DeskMore>
        {mayHide ? (
          <>
            <p className={css.about}>{`隠すと、${wayTexts.hide.about}理由：「${told}」`}</p>
            {failureOf('hide')}
            <SubmitButton name="act" value="hide" busy="隠しています…" failed={lost}>
              {wayTexts.hide.button}
            </SubmitButton>
          </>
        ) : null}
        {failureOf('keep')}
        <SubmitButton name="act" value="keep" look="secondary" busy="送っています…" failed={lost}>
          {wayTexts.keep.button}
        </SubmitButton>
        {author === null ? null : (
          <DeskMore name={`${author.name}さんのことも決める`} isOpen={isHard}>
            <div className="stack-3">
              {mayHide ? (
                <label htmlFor={also} className={css.choice}>
                  <input
                    id={also}
                    type="checkbox"
                    name="alsoHides"
                    value="1"
                    defaultChecked={typed === undefined || typed.alsoHides === '1'}
                  />
                  <span>この投稿も隠す</span>
                </label>
              ) : null}
              {hardWays.map((way) => (
                <div key={way} className="stack-2">
                  {failureOf(way)}
                  <SubmitButton
                    name="act"
                    value={way}
                    look={way === 'suspend' ? 'danger' : 'secondary'}
                    busy="送っています…"
                    failed={lost}
                  >
                    {wayTexts[way].button}
                  </SubmitButton>
                  <p className={css.about}>{wayTexts[way].about}</p>
                </div>
              ))}
            </div>
          </DeskMore>
        )}
      </FormCard>
    </section>
  )
}
