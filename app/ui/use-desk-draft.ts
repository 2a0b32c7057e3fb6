import { fieldOf } from '~/kernel/form.ts'
import { isSameText } from './form-draft.ts'
import type { VersionAnswer } from './merged-fields.tsx'
import { draftName } from './tab-drafts.ts'
import { useFormDraft } from './use-form-draft.ts'

/**
 * What a form of the desk was drawn with: its act's id (N2), the version it shows ('' for a new thing) and the marks of its fields at
 * that version (N82), and the new thing's id.
 */
export interface DeskBase {
  readonly requestId: string
  readonly version: string
  readonly drawn: string
  readonly id: string
}

const besideDraft = (base: DeskBase, own: DeskBase): DeskBase => ({
  ...base,
  requestId: own.requestId,
  id: own.id,
})

export type DeskDraft = Pick<
  ReturnType<typeof useFormDraft<object, DeskBase>>,
  'form' | 'round' | 'base' | 'isRestored' | 'note' | 'discard'
>

/**
 * Keeps what is typed in a long form of the desk on the device until one of the outcomes in `savedAs` is shown (the page's `done`
 * parameter); leaving the page asks first (R19). `name` says what the form is about, `saved` is what is stored as untouched fields give it back,
 * and an `answer` without `typed` is about another form of the page. Pass the result to DeskForm as `draft`, and draw the fields from `start`.
 */
export const useDeskDraft = <Typed extends object>({
  name,
  typedIn,
  saved,
  base,
  answer,
  savedAs,
}: {
  readonly name: readonly string[]
  readonly typedIn: (form: FormData) => Typed
  readonly saved: Typed
  readonly base: DeskBase
  readonly answer: (Pick<VersionAnswer, 'merged' | 'isRedrawn'> & { readonly typed?: Typed }) | undefined
  readonly savedAs: readonly string[]
}) => {
  const baseIn = (form: FormData): DeskBase => ({
    requestId: fieldOf(form, 'requestId'),
    version: fieldOf(form, 'version'),
    drawn: fieldOf(form, 'drawn'),
    id: fieldOf(form, 'id'),
  })
  const stored = { typed: saved, base }
  const own = answer?.typed === undefined ? undefined : answer
  return useFormDraft<Typed, DeskBase>({
    shape: { typedIn: (form) => typedIn(withChoices(form, own)), baseIn, besideDraft, isSame: isSameText },
    name: draftName('deskDraft', ...name),
    isSavedAt: ({ search }) => savedAs.includes(new URLSearchParams(search).get('done') ?? ''),
    saved: stored,
    start: { ...stored, typed: own?.typed ?? saved },
    answer: own,
    isRedrawn: own?.isRedrawn ?? false,
  })
}

/** The form on the screen as it will be read: いまの値 stands for the fields that it hides. */
const withChoices = (form: FormData, answer: Pick<VersionAnswer, 'merged'> | undefined): FormData => {
  const chosen = new FormData()
  for (const [name, value] of form) chosen.append(name, value)
  for (const { unit, values } of answer?.merged?.both ?? [])
    if (form.get(`choice:${unit}`) === 'now')
      for (const [name, text] of Object.entries(values)) chosen.set(name, text)
  return chosen
}
