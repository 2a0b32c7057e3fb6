import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { shopState } from '~/server/shop-state.ts'
import { type Holiday, holidayBounds } from './rules.ts'

/** The latest plan, even if it is over. */
export const plannedHoliday = async (db: Kysely<Schema>): Promise<Holiday | null> => {
  const stored = await shopState(db, 'holiday')
  if (!stored) return null
  const { from, to, message } = fieldsOf(parsedJson(stored))
  return { from: String(from ?? ''), to: String(to ?? ''), message: String(message ?? '') }
}

/** Present or coming at `now` (epoch ms). */
export const comingHoliday = async (db: Kysely<Schema>, now: number): Promise<Holiday | null> => {
  const holiday = await plannedHoliday(db)
  return holiday !== null && now < holidayBounds(holiday).ends ? holiday : null
}

/** Present at `now` (epoch ms); begins and ends at midnight in Tokyo (N60). */
export const presentHoliday = async (db: Kysely<Schema>, now: number): Promise<Holiday | null> => {
  const holiday = await comingHoliday(db, now)
  return holiday !== null && holidayBounds(holiday).begins <= now ? holiday : null
}
