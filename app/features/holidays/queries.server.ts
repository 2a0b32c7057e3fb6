import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { shopState } from '~/server/shop-state.ts'
import { type Holiday, holidayBounds } from './rules.ts'

/** The holiday that was planned last, also when it is over; null before there was any. */
export const plannedHoliday = async (db: Kysely<Schema>): Promise<Holiday | null> => {
  const stored = await shopState(db, 'holiday')
  if (!stored) return null
  const { from, to, message } = fieldsOf(parsedJson(stored))
  return { from: String(from ?? ''), to: String(to ?? ''), message: String(message ?? '') }
}

/** The one that lasts, or is to come, at `now` (epoch ms). */
export const comingHoliday = async (db: Kysely<Schema>, now: number): Promise<Holiday | null> => {
  const holiday = await plannedHoliday(db)
  return holiday !== null && now < holidayBounds(holiday).ends ? holiday : null
}

/** The one that lasts at `now` (epoch ms): it begins and ends by itself, at midnight in Tokyo (N60). */
export const presentHoliday = async (db: Kysely<Schema>, now: number): Promise<Holiday | null> => {
  const holiday = await comingHoliday(db, now)
  return holiday !== null && holidayBounds(holiday).begins <= now ? holiday : null
}
