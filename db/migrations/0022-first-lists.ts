import type { Migration } from 'kysely/migration'

const keywords = [
  ['bag', 'バッグ'],
  ['cushion', 'クッション'],
  ['kids', 'キッズ'],
  ['cotton', 'コットン'],
] as const

/** With their tags, as search compares them. */
const situations = [
  ['elementary-school', '小学校', ['小学生', '入学', '通学']],
  ['kindergarten', '幼稚園', ['保育園', '入園', '通園', '園児']],
  ['grandparents', 'おじいちゃん・おばあちゃん', ['おじいちゃん', 'おばあちゃん', '祖父母', '敬老の日']],
  ['gift', 'ギフト', ['ぷれぜんと', '贈り物', '誕生日', '母の日', '父の日']],
] as const

/** What a new gallery's home begins with. Rows like any other: what the owner deletes does not come back (A23). */
export const firstLists: Migration = {
  up: async (plain) => {
    const db = plain.withTables<{
      popular_keyword: Curated
      situation_category: Curated
      situation_tag: { situation_id: string; tag: string }
    }>()
    const rowsOf = (list: ReadonlyArray<readonly [string, string, ...unknown[]]>) =>
      list.map(([id, name], position) => ({ id, name, image: '', position }))
    await db.insertInto('popular_keyword').values(rowsOf(keywords)).execute()
    await db.insertInto('situation_category').values(rowsOf(situations)).execute()
    const tags = situations.flatMap(([situation_id, , all]) => all.map((tag) => ({ situation_id, tag })))
    await db.insertInto('situation_tag').values(tags).execute()
  },
}

interface Curated {
  id: string
  name: string
  image: string
  position: number
}
