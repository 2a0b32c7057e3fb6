import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { indexRecipes } from '../app/features/recipes/indexing.commands.server.ts'
import type { Schema } from '../db/schema.ts'
import { recipeRow } from '../tests/support/recipe-for-tests.ts'

const perTransaction = 250
const firstAt = Date.UTC(2020, 0, 1)

/** A repeatable generator of numbers from 0 (mulberry32). */
export const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const things = [
  '巾着',
  'ポーチ',
  'がま口巾着ポーチ',
  'トートバッグ',
  'クッション',
  'エプロン',
  'コースター',
  '上履き入れ',
]
const looks = ['麻の葉', '青海波', '七宝', '水玉', '花がら', 'しましま', '刺し子', '帆布', '無地', '市松']
const sentences = [
  '表布と裏布を中表に合わせて縫います。',
  '巾着のひもは両側から通します。',
  'ポーチの口はファスナーでも作れます。',
  '布はあらかじめ水通しをしておきます。',
  '入園のお祝いに、名前の刺しゅうを入れました。',
  '直線縫いだけなので、はじめての方にも。',
  '端切れを集めて、色の組み合わせを楽しみます。',
  '仕上げにアイロンをていねいにかけます。',
]
const tags = [
  '入園',
  '通園',
  '誕生日',
  '母の日',
  'はじめて',
  '手縫い',
  'ミシン',
  '夏',
  '冬',
  '和柄',
  '刺し子',
  'リネン',
]
const levels = ['初級', '中級', '上級']

/** The first author has an eighth of `count` recipes, a tenth are tied to F-1001; repeatable. */
export const addManyRecipes = async (
  db: Kysely<Schema>,
  { count, authors }: { readonly count: number; readonly authors: readonly string[] },
): Promise<void> => {
  const number = numbersFrom(18)
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[number(list.length)]
    if (chosen === undefined) throw new Error('an empty list')
    return chosen
  }
  const some = (list: readonly string[], most: number) =>
    Array.from({ length: 1 + number(most) }, () => one(list))
  const recipeOf = (at: number) => {
    const author = number(8) === 0 ? (authors[0] ?? '') : one(authors)
    return recipeRow(author, {
      id: `bench-${at}`,
      title: `${one(looks)}の${one(things)}${number(20) === 0 ? `その${at}` : ''}`,
      description: some(sentences, 5).join(''),
      ingredients: [at % 10 === 0 ? '表布 F-1001 2枚' : '表布 50cm角', '裏布 50cm角', ...some(looks, 2)],
      steps: some(sentences, 8).map((text, id) => ({ id, description: text.repeat(3) })),
      tags: [...new Set(some(tags, 3))],
      difficulty: one(levels),
      likes: number(200),
      hidden: number(100) === 0 ? 1 : 0,
      createdAt: firstAt + at * 60_000,
      updatedAt: firstAt + at * 60_000,
    })
  }
  for (let from = 0; from < count; from += perTransaction) {
    const rows = Array.from({ length: Math.min(perTransaction, count - from) }, (_, at) =>
      recipeOf(from + at),
    )
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('recipe').values(rows).execute()
      await indexRecipes(
        trx,
        rows.map(({ id }) => id),
      )
    })
    // SQLite never waits: without a turn of the loop a closed idle connection goes unnoticed, and the next call uses it.
    await setImmediate()
  }
}
