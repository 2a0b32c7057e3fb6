import { basedOnOf, fieldOf, versionOf } from '~/kernel/form.ts'
import { readWay } from '~/kernel/list-order.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { searchText } from '~/kernel/search-text.ts'
import { codePointLength, tagsIn } from '~/kernel/text.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { deleteItem, moveCuratedItem, type SaveItem, saveItem } from './commands.server.ts'
import {
  type CuratedList,
  type CurationView,
  failedAnswer,
  type ItemAnswer,
  type ItemErrors,
  type ItemFailure,
  type ItemRefusal,
  longestTag,
  mostTags,
  readItemName,
  readPlace,
  type TypedItem,
  typedItemIn,
} from './rules.ts'
import { fullText, itemRefusal, itemTexts, nameTakenText, nameText } from './texts.ts'

interface ReadItem {
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

type Submitted =
  | { readonly to: CurationView }
  | { readonly status: number; readonly answer: ItemAnswer | ItemRefusal }

const intents = ['save', 'move', 'delete'] as const

/** Undefined if the form is not one of curation. */
export const submitItem = async (
  ctx: RequestContext,
  list: CuratedList,
  form: FormData,
): Promise<Submitted | undefined> => {
  const intent = intents.find((each) => each === form.get('intent'))
  if (intent === undefined) return undefined
  try {
    return await { save, move, delete: remove }[intent](ctx, list, form)
  } catch (error) {
    ctx.log.error('curated list could not be changed', { list, intent, ...errorFields(error) })
    return { status: 500, answer: failedAnswer(list, form) }
  }
}

const save = async (ctx: RequestContext, list: CuratedList, form: FormData): Promise<Submitted> => {
  const { save: read, ...typed } = readItemForm(form, list)
  const answer = (failure: ItemFailure, parts: Partial<ItemAnswer> = {}): Submitted => ({
    status: itemRefusal(failure, '').status,
    answer: { list, ...typed, errors: {}, failure, name: typed.typed.name, newer: null, ...parts },
  })
  if (!read.ok) return answer('faults', { errors: read.error })
  const saved = await saveItem(ctx, ctx.actor, read.value)
  if (saved.ok) return { to: { list, done: 'saved', item: typed.id } }
  const { error } = saved
  switch (error.reason) {
    case 'not_signed_in':
      return answer('notSignedIn')
    case 'not_found':
      return answer('gone')
    case 'changed_meanwhile':
      return answer('changedMeanwhile', { name: error.name, newer: error.updatedAt })
    case 'name_taken':
      return { ...answer('faults', { errors: { name: nameTakenText(error.name) } }), status: 409 }
    case 'list_full':
      return { ...answer('faults', { errors: { name: fullText(list) } }), status: 409 }
    case 'no_such_picture':
      return answer('faults', { errors: { image: itemTexts.noSuchPicture } })
  }
}

const move = async (ctx: RequestContext, list: CuratedList, form: FormData): Promise<Submitted> => {
  const id = fieldOf(form, 'id')
  const place = readWay(fieldOf(form, 'way'))
  const isDragged = typeof place === 'number'
  const by = isDragged ? { place, version: fieldOf(form, 'version') } : form.get('by') === 'down' ? 1 : -1
  const moved = await moveCuratedItem(ctx, ctx.actor, { list, id, by })
  if (moved.ok) return { to: { list, done: isDragged ? 'placed' : by === 1 ? 'down' : 'up', item: id } }
  if (moved.error === 'not_signed_in') return refusal(list, form, 'notSignedIn')
  if (moved.error === 'not_found') return refusal(list, form, 'gone')
  if (moved.error === 'stale') return refusal(list, form, 'movedMeanwhile')
  return refusal(list, form, by === 1 ? 'last' : 'first')
}

const remove = async (ctx: RequestContext, list: CuratedList, form: FormData): Promise<Submitted> => {
  const id = fieldOf(form, 'id')
  const basedOn = versionOf(form, 'basedOn')
  const deleted = await deleteItem(ctx, ctx.actor, { list, id, basedOn })
  if (deleted.ok) return { to: { list, done: 'deleted', item: deleted.value.neighbour ?? '' } }
  const { reason } = deleted.error
  if (reason === 'not_signed_in') return refusal(list, form, 'notSignedIn')
  if (reason === 'not_found') return refusal(list, form, 'gone')
  return refusal(list, form, 'changedBeforeDeletion')
}

/** With the item's name as the form showed it. */
const refusal = (list: CuratedList, form: FormData, failure: ItemFailure): Submitted => ({
  status: itemRefusal(failure, '').status,
  answer: { ...failedAnswer(list, form), failure },
})
