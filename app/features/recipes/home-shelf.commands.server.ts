import { wordFact } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import { listOrderMark, movedItem, readWay, type Way } from '~/kernel/list-order.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import { chosenForHome, isSeen } from './home-shelf.queries.server.ts'
import { homeShelfSize } from './home-shelf.rules.ts'

const homeSubject = { kind: 'home-recipes', name: 'ホームの作品' } as const

type Change = 'add' | 'remove' | Way | number

const refusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの並びを確かめて、もう一度押してください。',
  },
  'not-seen': { status: 409, text: 'この作品は、いま公開されていません。' },
  full: {
    status: 409,
    text: `ホームに載せられるのは${homeShelfSize}点までです。どれかを外してから、載せてください。`,
  },
} as const satisfies Refusals<string>

type Failure = keyof typeof refusals

interface HomeChange {
  readonly id: string
  readonly way: Change
  /** Digest of the list that the page showed. */
  readonly version: string
}

const wordOf = (way: Change): string =>
  typeof way === 'number' || way === 'first' || way === 'last' ? 'place' : way

/** Puts a recipe on the shelf of the shop's home, takes one away, or moves one (R49). */
export const changeHomeShelf = defineAct({
  name: 'home-recipes.change',
  words: 'ホームの作品を変えました',
  done: 'ホームの作品を変えました。お店のホームには、まもなく反映されます。',
  subject: homeSubject,
  facts: {
    way: wordFact('したこと', {
      add: '載せた',
      remove: '外した',
      up: '前へ',
      down: '後ろへ',
      place: '動かした',
    }),
    count: '選んだ作品の数',
  },
  who: 'owner',
  form: ({ form }: Opened<object>): Read<HomeChange, 'not-found'> => {
    const typed = fieldOf(form, 'way')
    const way = typed === 'add' || typed === 'remove' ? typed : readWay(typed)
    if (way === undefined) return refused('not-found')
    return ok({ id: fieldOf(form, 'id', 200), way, version: fieldOf(form, 'version') })
  },
  refusals,
  answer: noAnswer,
  run: async (trx, { form: { id, way, version } }) => {
    await lockShopState(trx, 'home_recipes')
    const before = await chosenForHome(trx)
    if (listOrderMark(before) !== version) return refused<Failure>('stale')
    if (way === 'add') {
      if (before.includes(id)) return refused<Failure>('stale')
      if (before.length >= homeShelfSize) return refused<Failure>('full')
      if (!(await isSeen(trx, id))) return refused<Failure>('not-seen')
    } else if (!before.includes(id)) return refused<Failure>('stale')
    const after =
      way === 'add'
        ? [...before, id]
        : way === 'remove'
          ? before.filter((each) => each !== id)
          : movedItem(before, id, way)
    await rememberShopState(trx, 'home_recipes', JSON.stringify(after))
    return ok({
      answer: null,
      subject: subjectOf(homeSubject),
      after: { way: wordOf(way), count: after.length },
    })
  },
})
