import { useEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'
import { useTabKey } from '~/ui/tab-drafts.ts'
import { useDraft } from '~/ui/use-draft.ts'
import { isSameTyped, type RecipeAnswer, type TypedRecipe, typedIn } from '../form.rules.ts'

/** After the last key, so that a long work is not written at each of them. */
const pauseMs = 500

/** What the keys of a member's drafts begin with: those of new works, or of one that she edits. */
export const draftsNameOf = (member: string, recipe: string | null): string =>
  recipe === null ? `galleryRecipeDraft:${member}` : `galleryRecipeDraft:${member}:${recipe}`

/** The fields of a draft, and with them the id that it will have. */
export const formInDraft = (stored: unknown): FormData | null => {
  const { entries } = fieldsOf(stored)
  if (!Array.isArray(entries)) return null
  const form = new FormData()
  for (const entry of entries)
    if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string')
      form.append(entry[0], entry[1])
  return form
}

interface EditorParts {
  readonly draftsName: string
  readonly isSavedAt: (location: Location) => boolean
  readonly saved: TypedRecipe
  /** Hidden fields of the form. */
  readonly id: string
  readonly basedOn: number
  readonly answer: RecipeAnswer | undefined
}

/** What stands in the form of a work, and its draft on this device. */
export const useRecipeEditor = ({ draftsName, isSavedAt, saved, id, basedOn, answer }: EditorParts) => {
  const draftKey = useTabKey(draftsName, answer === undefined)
  const draft = useDraft(draftKey, isSavedAt)
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const [fields, setFields] = useState(() => ({
    round: 0,
    start: answer?.typed ?? saved,
    id: answer?.id ?? id,
    basedOn: answer?.basedOn ?? basedOn,
    isRestored: false,
  }))
  const [typed, setTyped] = useState(fields.start)
  /** When the draft was last written, in epoch ms. */
  const [keptAt, setKeptAt] = useState<number | 'failed' | null>(null)

  const begin = (start: TypedRecipe, own: { id: string; basedOn: number }, isRestored: boolean) => {
    setFields(({ round }) => ({ round: round + 1, start, ...own, isRestored }))
    setTyped(start)
  }
  const write = () => {
    timer.current = 0
    if (form.current === null) return
    const entries = [...new FormData(form.current)]
    setKeptAt(draft.keep({ entries }) ? Date.now() : 'failed')
  }
  const forget = () => {
    window.clearTimeout(timer.current)
    timer.current = 0
    draft.forget()
    setKeptAt(null)
  }
  const note = () => {
    if (form.current === null) return
    const now = typedIn(new FormData(form.current))
    setTyped(now)
    if (draftKey === null) return
    window.clearTimeout(timer.current)
    if (isSameTyped(now, saved)) forget()
    else timer.current = window.setTimeout(write, pauseMs)
  }

  // A draft weighs more than the few letters that are typed before the script comes; what was sent without it is newer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is looked for once, before anything is typed
  useEffect(() => {
    if (draftKey === null) return
    const kept = answer === undefined ? formInDraft(draft.read()) : null
    if (kept !== null && !isSameTyped(typedIn(kept), saved)) {
      const version = Number(kept.get('basedOn'))
      const own = { id: String(kept.get('id') || id), basedOn: Number.isInteger(version) ? version : -1 }
      begin(typedIn(kept), own, true)
    } else note()
  }, [draftKey])

  useEffect(() => {
    const writeNow = () => {
      if (timer.current === 0) return
      window.clearTimeout(timer.current)
      write()
    }
    // What a phone puts aside may never come back.
    document.addEventListener('visibilitychange', writeNow)
    window.addEventListener('pagehide', writeNow)
    return () => {
      document.removeEventListener('visibilitychange', writeNow)
      window.removeEventListener('pagehide', writeNow)
    }
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!draft.isSaved) return
    window.clearTimeout(timer.current)
    timer.current = 0
  }, [draft.isSaved])

  useEffect(() => {
    if (answer === undefined) return
    const wrong = form.current?.querySelector('[aria-invalid="true"], [data-fault]')
    if (wrong instanceof HTMLElement) wrong.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [answer])

  return {
    ...fields,
    form,
    typed,
    keptAt,
    isTyped: !isSameTyped(typed, saved) && !draft.isSaved,
    note,
    forget,
    /** From here on it is a new work of the id `next`. */
    becomeNew: (next: string) => setFields((now) => ({ ...now, id: next })),
    discard: () => {
      forget()
      begin(saved, { id, basedOn }, false)
    },
  }
}
