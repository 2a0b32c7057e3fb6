import { useState } from 'react'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import type { FormShape } from '~/ui/form-draft.ts'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import {
  type CuratedList,
  type EditedItem,
  type ItemAnswer,
  isSameItem,
  type TypedItem,
  typedItem,
  typedItemIn,
} from '../curation.rules.ts'
import { curationView } from '../curation-view.rules.ts'

export interface ItemFormParts {
  readonly list: CuratedList
  readonly item: EditedItem | null
  readonly id: string
  readonly answer: ItemAnswer | undefined
}

interface ItemBase {
  readonly id: string
  readonly basedOn: number
  readonly placeWas: string
}

const shape: FormShape<TypedItem, ItemBase> = {
  typedIn: typedItemIn,
  baseIn: (form) => ({
    id: fieldOf(form, 'id'),
    basedOn: versionOf(form, 'basedOn'),
    placeWas: fieldOf(form, 'placeWas'),
  }),
  besideDraft: (base, own) => ({ ...base, id: own.id }),
  isSame: isSameItem,
}

/** The form's content and its draft on this device (R19). */
export const useItemForm = ({ list, item, id, answer }: ItemFormParts) => {
  const isNew = answer?.isNew ?? item === null
  const typed = typedItem(item)
  const saved = { typed, base: { id, basedOn: item?.updatedAt ?? 0, placeWas: typed.place } }
  const draft = useFormDraft({
    shape,
    name: `curationDraft:${list}:${isNew ? 'new' : id}`,
    isSavedAt: ({ search }) => curationView(new URLSearchParams(search)).done === 'saved',
    saved,
    start:
      answer === undefined
        ? saved
        : { typed: answer.typed, base: { ...saved.base, id: answer.id, basedOn: answer.basedOn } },
    answer,
  })
  const [isPictureBusy, setPictureBusy] = useState(false)
  return { ...draft, isNew, isPictureBusy, setPictureBusy }
}
