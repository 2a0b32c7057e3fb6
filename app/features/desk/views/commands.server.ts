import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { mostViews } from '~/kernel/desk-list.ts'
import { fieldOf } from '~/kernel/form.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { isWorthAName, type NamedList, viewIn } from '~/server/named-list.ts'
import { viewNameMissing, viewNameTyped, viewRefusals } from './rules.ts'

/** The lists that this person may see, and whether she is an owner. */
export interface ViewsAt {
  readonly lists: readonly NamedList[]
  readonly isOwner: boolean
}

/** What a list was narrowed by under a name. */
export interface View {
  readonly list: string
  readonly name: string
  readonly search: string
}

const viewSubject = { kind: 'view', name: '自分の絞り込み', idText: () => '' } as const

const ofViews = {
  subject: viewSubject,
  facts: { name: '名前', list: null, search: null },
  who: 'anybody',
  refusals: viewRefusals,
} as const

/** Locks her place at the desk, so that two screens of hers name one after the other. */
const ownViews = async (
  trx: AppTransaction,
  { actor }: Pick<Doing<object>, 'actor'>,
): Promise<Result<{ readonly id: MemberId; readonly own: readonly Stored[] }, 'not-at-desk'>> => {
  if (actor.kind !== 'desk') return refused('not-at-desk')
  const { id } = actor
  await trx
    .selectFrom('deskPerson')
    .select('memberId')
    .where('memberId', '=', id)
    .$call(forUpdate(trx))
    .execute()
  const own = await trx.selectFrom('deskView').selectAll().where('memberId', '=', id).execute()
  return ok({ id, own })
}

interface Stored extends View {
  readonly id: string
  readonly place: number
}

interface NameForm extends View {
  /** Takes the place of hers with this name. */
  readonly replaces: boolean
  /** From where it was asked: the list itself goes on showing what it shows, an undo leads to it. */
  readonly from: 'list' | 'undo' | 'page'
}

/**
 * Gives a name to what a list is narrowed by, for this person alone (N134); the list reads what may be kept (N135). Answers with what the
 * name stood for before.
 */
export const nameView = defineAct({
  ...ofViews,
  name: 'view.name',
  words: '絞り込みに名前を付けました',
  form: ({ form, at: { lists, isOwner } }: Opened<ViewsAt>): Read<NameForm, 'nothing' | 'not-at-desk'> => {
    const list = lists.find(({ path }) => path === fieldOf(form, 'list'))
    if (list === undefined) return refused('not-at-desk')
    const search = viewIn(list, new URLSearchParams(fieldOf(form, 'search')), isOwner)
    if (search === null || !isWorthAName(list, search)) return refused('nothing')
    const name = viewNameTyped(fieldOf(form, 'name'))
    if (name === null) return refused({ name: viewNameMissing })
    const from = fieldOf(form, 'undo') === '1' ? 'undo' : fieldOf(form, 'stays') === '1' ? 'list' : 'page'
    return ok({ list: list.path, name, search, replaces: fieldOf(form, 'replaces') === '1', from })
  },
  content: ({ list, name, search, replaces }) => [list, name, search, replaces],
  answer: {
    parse: (kept): { readonly former: string | null } => {
      const { former } = fieldsOf(kept)
      return { former: typeof former === 'string' ? former : null }
    },
  },
  run: async (trx, { ctx, actor, form: { list, name, search, replaces } }: Doing<NameForm>) => {
    const person = await ownViews(trx, { actor })
    if (!person.ok) return person
    const own = person.value.own.filter((view) => view.list === list)
    const named = own.find((view) => view.name === name)
    const after = { name, list, search }
    if (named !== undefined) {
      if (!replaces) return refused('same-name' as const)
      await trx.updateTable('deskView').set({ search }).where('id', '=', named.id).execute()
      const subject = subjectOf(viewSubject, named.id)
      return ok({ answer: { former: named.search }, subject, before: { search: named.search }, after })
    }
    const places = Array.from({ length: mostViews }, (_, at) => at + 1)
    const place = places.find((each) => own.every((view) => view.place !== each))
    if (place === undefined) return refused('full' as const)
    const id = ctx.newId()
    await trx
      .insertInto('deskView')
      .values({ id, memberId: person.value.id, place, ...after })
      .execute()
    return ok({ answer: { former: null }, subject: subjectOf(viewSubject, id), after })
  },
})

interface OneView {
  readonly id: string
}

interface RenameForm extends OneView {
  readonly name: string
}

export const renameView = defineAct({
  ...ofViews,
  name: 'view.rename',
  words: '絞り込みの名前を変えました',
  form: ({ form }: Opened<ViewsAt>): Read<RenameForm> => {
    const name = viewNameTyped(fieldOf(form, 'name'))
    return name === null ? refused({ name: viewNameMissing }) : ok({ id: fieldOf(form, 'view'), name })
  },
  answer: noAnswer,
  run: async (trx, { actor, form: { id, name } }: Doing<RenameForm>) => {
    const person = await ownViews(trx, { actor })
    if (!person.ok) return person
    const { own } = person.value
    const view = own.find((each) => each.id === id)
    if (view === undefined) return refused('gone' as const)
    if (own.some((each) => each.list === view.list && each.name === name && each.id !== id))
      return refused('same-name' as const)
    await trx.updateTable('deskView').set({ name }).where('id', '=', id).execute()
    const subject = subjectOf(viewSubject, id)
    return ok({ answer: null, subject, before: { name: view.name }, after: { name, list: view.list } })
  },
})

/** Answers with what was removed, which can be named again. */
export const removeView = defineAct({
  ...ofViews,
  name: 'view.remove',
  words: '絞り込みの名前を外しました',
  form: ({ form }: Opened<ViewsAt>): Read<OneView> => ok({ id: fieldOf(form, 'view') }),
  answer: {
    parse: (kept): View => {
      const { list, name, search } = fieldsOf(kept)
      return { list: String(list), name: String(name), search: String(search) }
    },
  },
  run: async (trx, { actor, form: { id } }: Doing<OneView>) => {
    const person = await ownViews(trx, { actor })
    if (!person.ok) return person
    const view = person.value.own.find((each) => each.id === id)
    if (view === undefined) return refused('gone' as const)
    await trx.deleteFrom('deskView').where('id', '=', id).execute()
    const before = { name: view.name, list: view.list, search: view.search }
    return ok({ answer: before, subject: subjectOf(viewSubject, id), before })
  },
})

/** With the person's place at the desk. */
export const forgetViews = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  await trx.deleteFrom('deskView').where('memberId', '=', member).execute()
}
