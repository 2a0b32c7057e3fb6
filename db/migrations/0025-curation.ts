import type { Migration } from 'kysely/migration'

/** What curation needs: names that are there once, a version of each item, and tags as they were typed. */
export const curation: Migration = {
  up: async (plain) => {
    const db = plain.withTables<{
      popular_keyword: Curated
      situation_category: Curated
      situation_tag: { tag: string; label: string }
    }>()
    for (const table of ['popular_keyword', 'situation_category'] as const) {
      await db.schema
        .alterTable(table)
        .addColumn('compared', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable(table)
        .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      for (const { id, name } of await db.selectFrom(table).select(['id', 'name']).execute())
        await db
          .updateTable(table)
          .set({ compared: searchText(name) })
          .where('id', '=', id)
          .execute()
      await db.schema.createIndex(`${table}_compared`).on(table).column('compared').unique().execute()
    }
    await db.schema
      .alterTable('situation_tag')
      .addColumn('label', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db
      .updateTable('situation_tag')
      .set(({ ref }) => ({ label: ref('tag') }))
      .execute()
    await db
      .updateTable('situation_tag')
      .set({ label: 'プレゼント' })
      .where('tag', '=', 'ぷれぜんと')
      .execute()
  },
}

const wordsOf = /[\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

const katakanaToHiragana = 0x60

/** As names were compared when this was written: it may change where it came from, and not here. */
const searchText = (text: string): string => {
  const plain = text
    .toWellFormed()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(?<=[\p{Script=Hiragana}\p{Script=Katakana}])゛/gu, '\u3099')
    .replace(/(?<=[\p{Script=Hiragana}\p{Script=Katakana}])゜/gu, '\u309a')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(?<=[\u30a1-\u30ff])・(?=[\u30a1-\u30fe])/g, '')
    .replace(/(?<=[\u3041-\u3096\u3099-\u309e\u30a1-\u30fe])[-~\u2010-\u2015\u2212\u301c\u2500ー]+/g, 'ー')
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana),
    )
    .replace(/[\u30f7-\u30fa]/g, (kana) => `${'わゐゑを'.charAt(kana.charCodeAt(0) - 0x30f7)}\u3099`)
  return (plain.match(wordsOf) ?? []).join(' ')
}

interface Curated {
  id: string
  name: string
  compared: string
}
