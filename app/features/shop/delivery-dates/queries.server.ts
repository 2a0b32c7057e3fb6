import holidays from '@holiday-jp/holiday_jp'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { plannedHoliday } from '~/features/shop/holidays/queries.server.ts'
import type { Holiday } from '~/features/shop/holidays/rules.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Arrival, arrivalsFrom, arrivalText, type DeliveryCalendar } from './rules.ts'

const days = new Set(Object.keys(holidays.holidays))
const lastYear = Math.max(...[...days].map((day) => Number(day.slice(0, 4))))

/** Closed days are those of the settings and of the latest planned holiday (N60). */
export const calendarOf = (
  { terms, closedDays, cutOff }: ShopSettings,
  holiday: Holiday | null,
): DeliveryCalendar => ({
  terms,
  closedDays: holiday === null ? closedDays : [...closedDays, holiday],
  cutOff,
  lastYear,
  isHoliday: (day) => days.has(day),
})

/** For orders from now on (P21). */
export const comingArrivals = async ({
  db,
  settings,
  now,
}: Pick<AppContext, 'db' | 'settings' | 'now'>): Promise<Arrival[]> =>
  arrivalsFrom(calendarOf(settings, await plannedHoliday(db)), now())

/** Counted from `paidAt` (epoch ms); null for an unpaid order (P21). */
export const arrivalOfOrder = async (
  db: Kysely<Schema>,
  settings: ShopSettings,
  paidAt: number | null,
): Promise<string | null> =>
  paidAt === null ? null : arrivalText(calendarOf(settings, await plannedHoliday(db)), paidAt)
