import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { entriesOf, type FormShape, formInDraft, laidOver, withTypedEarly } from './form-draft.ts'
import { useUnsavedInput } from './navigation-guard.tsx'
import { whenHidden, whenShown } from './page-visibility.ts'
import { useTabKey } from './tab-drafts.ts'
import { focusToGiveBack, restoreTypedEarly } from './typed-early.ts'
import { useDraft } from './use-draft.ts'

/** Least time between two writes, so that a long form is not written at each key. */
const pauseMs = 500

interface FormStart<Typed, Base> {
  readonly typed: Typed
  readonly base: Base
}

export interface DraftParts<Typed extends object, Base> {
  readonly shape: FormShape<Typed, Base>
  /** The base name of this form's drafts; each tab has its own (R19). */
  readonly name: string
  readonly saved: FormStart<Typed, Base>
  readonly start: FormStart<Typed, Base>
  readonly answer: object | undefined
  /** The answer has other values than those that were sent: the fields begin anew with `start`. */
  readonly isRedrawn?: boolean
  readonly isSavedAt: (location: Location) => boolean
}

/** Fields with `ref` and `key={round}`, and their draft, which survives a reload; leaving the page asks first (R19). */
export const useFormDraft = <Typed extends object, Base>(parts: DraftParts<Typed, Base>) => {
  const { shape, saved, answer, start: first } = parts
  const { typedIn, baseIn, isSame } = shape
  // Text that was sent is newer than any draft.
  const [adopts, setAdopts] = useState(answer === undefined)
  const key = useTabKey(parts.name, adopts)
  const draft = useDraft(key, parts.isSavedAt)
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const waiting = useRef<FormData | null>(null)
  const writtenAt = useRef(0)
  const isLookedFor = useRef(answer !== undefined)
  const giveFocusBack = useRef<ReturnType<typeof focusToGiveBack>>(null)
  const [fields, setFields] = useState({ round: 0, start: first.typed, base: first.base, isRestored: false })
  const [typed, setTyped] = useState(fields.start)
  /** When the draft was last written (epoch ms), as it is shown. */
  const [keptAt, setKeptAt] = useState<number | 'failed' | null>(null)
  const kept = useRef(keptAt)

  const begin = (start: Typed, base: Base, isRestored: boolean) => {
    setFields(({ round }) => ({ round: round + 1, start, base, isRestored }))
    setTyped(start)
  }
  const [answered, setAnswered] = useState({ answer, isRedrawn: parts.isRedrawn })
  if (answered.answer !== answer) {
    setAnswered({ answer, isRedrawn: parts.isRedrawn })
    if (answer !== undefined && (parts.isRedrawn || answered.isRedrawn))
      begin(first.typed, fields.base, false)
  }
  const stopWaiting = () => {
    window.clearTimeout(timer.current)
    waiting.current = null
  }
  const writeUnshown = () => {
    if (waiting.current === null) return
    writtenAt.current = Date.now()
    kept.current = draft.keep(entriesOf(waiting.current)) ? writtenAt.current : 'failed'
    stopWaiting()
  }
  const write = () => {
    writeUnshown()
    setKeptAt(kept.current)
  }
  const forget = () => {
    stopWaiting()
    draft.forget()
    kept.current = null
    setKeptAt(null)
  }
  const note = () => {
    if (form.current === null) return
    const inForm = new FormData(form.current)
    const now = typedIn(inForm)
    setTyped(now)
    if (key === null) return
    stopWaiting()
    const left = writtenAt.current + pauseMs - Date.now()
    if (isSame(now, saved.typed)) return forget()
    waiting.current = inForm
    if (left <= 0 || left > pauseMs) write()
    else timer.current = window.setTimeout(write, left)
  }

  useLayoutEffect(() => {
    if (form.current !== null) restoreTypedEarly(form.current)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: fields that are begun anew replace the one with the focus
  useLayoutEffect(() => {
    if (form.current !== null) giveFocusBack.current?.(form.current)
    giveFocusBack.current = null
  }, [fields.round])

  /** Merges the draft with text typed meanwhile; false when there was none. */
  const restore = (): boolean => {
    const kept = isLookedFor.current ? null : formInDraft(draft.read())
    isLookedFor.current = true
    if (kept === null || form.current === null) return false
    const inForm = new FormData(form.current)
    const laid = laidOver(inForm, kept)
    if (isSame(typedIn(laid), saved.typed)) return false
    const whole = withTypedEarly(typedIn(laid), typedIn(inForm), saved.typed)
    const base = baseIn(laid)
    giveFocusBack.current = focusToGiveBack(form.current)
    // The old draft stays for the next form; this one gets its own.
    begin(whole.typed, whole.replaces ? (shape.besideDraft?.(base, saved.base) ?? base) : base, true)
    if (whole.replaces) setAdopts(false)
    return true
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key, and for fields that are begun anew
  useEffect(() => {
    if (key !== null && !restore()) note()
  }, [key, fields.round])

  const writeNow = useRef(writeUnshown)
  useEffect(() => {
    writeNow.current = writeUnshown
  })
  useEffect(() => {
    const now = () => writeNow.current()
    const stops = [whenHidden(now), whenShown(() => setKeptAt(kept.current))]
    return () => {
      for (const stop of stops) stop()
      now()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is written no more
  useEffect(() => (draft.isSaved ? stopWaiting() : undefined), [draft.isSaved])

  useEffect(() => {
    if (answer === undefined) return
    const wrong = form.current?.querySelector('[aria-invalid="true"], [data-fault]')
    if (wrong instanceof HTMLElement) wrong.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [answer])

  const isTyped = !isSame(typed, saved.typed) && !draft.isSaved
  useUnsavedInput(isTyped, forget, () => {
    write()
    return typeof kept.current === 'number'
  })
  return {
    ...fields,
    form,
    typed,
    keptAt,
    note,
    rebase: (base: Base) => setFields((now) => ({ ...now, base })),
    discard: () => {
      forget()
      begin(saved.typed, saved.base, false)
    },
  }
}
