import { createContext, useContext, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { href } from '~/href.ts'
import { longestViewName, type OwnViewsHere } from '~/kernel/desk-list.ts'
import { fieldsOf } from '~/kernel/json.ts'
import type { DeskAnswer } from './desk-form.tsx'
import { DeskMore } from './desk-page.tsx'
import { BusyForm, FormCard, SubmitButton, TextField } from './form.tsx'
import { LostNotice } from './lost-notice.tsx'
import { lostIn, useLastAnswer } from './lost-request.ts'
import { Notice } from './notice.tsx'
import css from './own-views.module.css'
import { useHasScript } from './use-has-script.ts'

/** What was removed or replaced, as it can be named again. */
export interface FormerView {
  readonly list: string
  readonly name: string
  readonly search: string
}

/** What the page says after an act on views. */
export interface SaidOfViews {
  readonly said: string
  readonly former: FormerView | null
}

export type ViewAnswer = DeskAnswer & { readonly more?: SaidOfViews }

const HereContext = createContext<(OwnViewsHere & { readonly requestId: string }) | null>(null)
export const OwnViewsOfList = HereContext.Provider

const action = href('/admin/views')

/** Chips beside those of the list (N134). */
export function OwnViews() {
  const here = useContext(HereContext)
  if (here === null || here.views.length === 0) return null
  return (
    <nav aria-label="自分の絞り込み">
      <ul className={`row-2 ${css.views}`}>
        {here.views.map(({ id, name, to, isCurrent }) => (
          <li key={id}>
            <Link to={to} className={css.chip} aria-current={isCurrent ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to={action} className={css.manage}>
            整理する
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** The fields of a form that names what a list is narrowed by. */
export function NameFields({
  view: { list, search, name },
  taken,
  requestId,
  answer,
}: {
  readonly view: FormerView
  /** Names of the same list. */
  readonly taken: readonly string[]
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}) {
  const typed = answer?.typed.name ?? name
  return (
    <>
      <input type="hidden" name="act" value="name" />
      <input type="hidden" name="requestId" value={answer?.requestId ?? requestId} />
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="search" value={search} />
      {answer?.failure === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
      <TextField
        name="name"
        label="名前"
        required
        maxLength={longestViewName}
        hint={`${longestViewName}文字まで。自分の画面だけに出ます。`}
        defaultValue={typed}
        error={answer?.errors?.name}
      />
      <div className={`row-2 ${css.buttons}`}>
        <SubmitButton look="secondary" busy="付けています…">
          名前を付ける
        </SubmitButton>
        {answer !== undefined && taken.includes(typed.trim()) ? (
          <SubmitButton look="secondary" busy="付けています…" name="replaces" value="1">
            この絞り込みに置き換える
          </SubmitButton>
        ) : null}
      </div>
    </>
  )
}

/** What was done to a view, with the way back. */
export function SaidOfView({
  more: { said, former },
  requestId,
}: {
  readonly more: SaidOfViews
  readonly requestId: string
}) {
  return (
    <div className={`stack-3 ${css.said}`}>
      <Notice kind="good" announce>
        {said}
      </Notice>
      {former === null ? null : (
        <FormCard action={action} failed="元に戻せませんでした。">
          <input type="hidden" name="act" value="name" />
          <input type="hidden" name="requestId" value={`${requestId} undo`} />
          <input type="hidden" name="replaces" value="1" />
          <input type="hidden" name="undo" value="1" />
          {Object.entries(former).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton look="secondary" busy="戻しています…">
            元に戻す
          </SubmitButton>
        </FormCard>
      )}
    </div>
  )
}

/** Below the filters of a list that is narrowed: gives it a name, and stays where she is. */
export function NameView() {
  const here = useContext(HereContext)
  // What was said of one address is not said of the next.
  return here === null || here.search === null ? null : (
    <NameHere key={here.search} here={here} search={here.search} />
  )
}

function NameHere({
  here: { list, views, requestId },
  search,
}: {
  readonly here: OwnViewsHere & { readonly requestId: string }
  readonly search: string
}) {
  const fetcher = useFetcher<unknown>()
  const hasScript = useHasScript()
  const region = useRef<HTMLDivElement>(null)
  const answer = useLastAnswer(asAnswer(fetcher.data))
  const more = answer?.more
  // The form is gone with its button, which had the focus.
  useEffect(() => {
    if (more !== undefined && document.activeElement === document.body) region.current?.focus()
  }, [more])
  const isBusy = fetcher.state !== 'idle'
  const isNamed = views.some(({ isCurrent }) => isCurrent)
  if (isNamed && more === undefined) return null
  return (
    <div ref={region} tabIndex={-1} className={css.name}>
      {more === undefined ? null : <SaidOfView more={more} requestId={requestId} />}
      {isNamed ? null : (
        <DeskMore name="この絞り込みに名前を付ける" isOpen={answer !== undefined}>
          <BusyForm value={isBusy}>
            <fetcher.Form
              method="post"
              action={action}
              className="stack-3"
              onSubmit={(event) => {
                if (isBusy) event.preventDefault()
              }}
            >
              {hasScript ? <input type="hidden" name="stays" value="1" /> : null}
              <NameFields
                view={{ list, search, name: '' }}
                taken={views.map(({ name }) => name)}
                requestId={requestId}
                answer={answer}
              />
              <LostNotice failed="名前を付けられませんでした。" lost={isBusy ? null : lostIn(fetcher.data)} />
            </fetcher.Form>
          </BusyForm>
        </DeskMore>
      )}
    </div>
  )
}

const isAnswer = (answer: unknown): answer is ViewAnswer => fieldsOf(answer).typed !== undefined

/** A lost request stays what it is. */
const asAnswer = (answer: unknown) =>
  isAnswer(answer) ? answer : lostIn(answer) === null ? undefined : { lost: 'failed' as const }
