import type { Location } from 'react-router'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import type { FormShape } from '~/ui/form-draft.ts'
import { useFormDraft } from '~/ui/use-form-draft.ts'
import { isSameRecipe, type RecipeAnswer, type TypedRecipe, typedRecipeIn } from '../form.rules.ts'

/** Key prefix of a member's drafts, for new recipes or an edited one; '' where nobody knows whose they are. */
export const draftsNameOf = (member: string, recipe: string | null): string =>
  member === ''
    ? ''
    : recipe === null
      ? `galleryRecipeDraft:${member}`
      : `galleryRecipeDraft:${member}:${recipe}`

interface RecipeBase {
  readonly id: string
  readonly basedOn: number
}

const shape: FormShape<TypedRecipe, RecipeBase> = {
  typedIn: typedRecipeIn,
  baseIn: (form) => ({ id: fieldOf(form, 'id'), basedOn: versionOf(form, 'basedOn') }),
  besideDraft: (base, own) => ({ ...base, id: own.id }),
  isSame: isSameRecipe,
}

interface EditorParts extends RecipeBase {
  readonly draftsName: string
  readonly isSavedAt: (location: Location) => boolean
  readonly saved: TypedRecipe
  readonly answer: RecipeAnswer | undefined
}

/** A recipe form's state and its draft on this device. */
export const useRecipeDraft = ({ draftsName, isSavedAt, saved, id, basedOn, answer }: EditorParts) =>
  useFormDraft({
    shape,
    name: draftsName,
    isSavedAt,
    saved: { typed: saved, base: { id, basedOn } },
    start: {
      typed: answer?.typed ?? saved,
      base: { id: answer?.id ?? id, basedOn: answer?.basedOn ?? basedOn },
    },
    answer,
  })
