import { z } from 'zod'
import { parsedJson } from '~/kernel/json.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Present } from '~/server/merged-form.ts'
import { shopState } from '~/server/shop-state.ts'
import { textHash } from '~/server/text-hash.ts'
import { type OrderMessage, templateField, templateNames } from './messages.rules.ts'

type Db = AppContext['db']

/** What the owner wrote to a buyer; undefined for an unknown id. */
export const messageBy = (db: Db, id: string): Promise<OrderMessage | undefined> =>
  db.selectFrom('orderMessage').select(['id', 'text']).where('id', '=', id).executeTakeFirst()

const keptTemplates = z.array(z.string())

/** The texts in the order of `templateNames`; '' for an empty one. */
export const messageTemplates = async (db: Db): Promise<readonly string[]> => {
  const kept = keptTemplates.safeParse(parsedJson((await shopState(db, 'message_templates')) ?? ''))
  return templateNames.map((_, at) => (kept.success ? (kept.data[at] ?? '') : ''))
}

/** Of the form that saves them. */
export const presentTemplates = (texts: readonly string[]): Present => ({
  version: textHash(JSON.stringify(texts)),
  values: Object.fromEntries(texts.map((text, at) => [templateField(at), text])),
  labels: Object.fromEntries(templateNames.map((name, at) => [templateField(at), name])),
})
