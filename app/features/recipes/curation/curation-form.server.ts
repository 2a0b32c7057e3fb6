import { basedOnOf, fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { searchText } from '~/kernel/search-text.ts'
import { codePointLength, tagsIn } from '~/kernel/text.ts'
import type { SaveItem } from './curation.commands.server.ts'
import {
  type CuratedList,
  type ItemErrors,
  longestTag,
  mostTags,
  readItemName,
  readPlace,
  type TypedItem,
  typedItemIn,
} from './curation.rules.ts'
import { itemTexts, nameText } from './curation.texts.ts'

export interface ReadItem {
  readonly typed: TypedItem
  readonly id: string
  readonly isNew: boolean
  /** The version seen, or chosen to be overwritten (R18); -1 if invalid. */
  readonly basedOn: number
  readonly save: Result<SaveItem, ItemErrors>
}

const possibleId = /^[\w-]{1,64}$/

/** An untouched place is left out: the item may have moved meanwhile. */
export const readItemForm = (form: FormData, list: CuratedList): ReadItem => {
  const typed = typedItemIn(form)
  const id = fieldOf(form, 'id')
  const isNew = form.get('isNew') === '1' || form.has('again')
  const basedOn = basedOnOf(form)
  const name = readItemName(typed.name)
  const place = readPlace(typed.place)
  const typedTags = list === 'situations' ? tagsIn(typed.tags) : []
  const areTooLong = typedTags.some((tag) => codePointLength(tag) > longestTag)
  // Long ones, of which there may be a thousand, are not compared (D66).
  const tags = areTooLong ? [] : comparable(typedTags)
  const errors: ItemErrors = {
    ...(name.ok ? {} : { name: nameText(list, name.error) }),
    ...(place === undefined ? { place: itemTexts.placeWrong } : {}),
    ...(tags.length > mostTags ? { tags: itemTexts.tagsTooMany } : {}),
    ...(areTooLong ? { tags: itemTexts.tagTooLong } : {}),
  }
  const read = { typed, id, isNew, basedOn }
  if (!name.ok || place === undefined || Object.keys(errors).length > 0 || !possibleId.test(id))
    return { ...read, save: refused(errors) }
  const isPlaceTouched = isNew || typed.place !== fieldOf(form, 'placeWas')
  const content = { name: name.value, image: typed.image, tags }
  return {
    ...read,
    save: ok({ list, id, isNew, basedOn, content, place: isPlaceTouched ? place : null }),
  }
}

/** Drops tags without a word and those that are equal in searches. */
const comparable = (tags: readonly string[]): string[] => {
  const labels = new Map(tags.toReversed().map((tag) => [searchText(tag), tag]))
  labels.delete('')
  return [...labels.values()].reverse()
}
