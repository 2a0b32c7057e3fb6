import holidays from '@holiday-jp/holiday_jp'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Arrival, arrivalsFrom, arrivalText, type DeliveryCalendar } from './rules.ts'

const days = new Set(Object.keys(holidays.holidays))
const lastYear = Math.max(...[...days].map((day) => Number(day.slice(0, 4))))

const calendarOf = ({ terms, closedDays, cutOff }: ShopSettings): DeliveryCalendar => ({
  terms,
  closedDays,
  cutOff,
  lastYear,
  isHoliday: (day) => days.has(day),
})

/** For every page: what is said of orders from now on (P21). */
export const comingArrivals = ({ settings, now }: Pick<AppContext, 'settings' | 'now'>): Arrival[] =>
  arrivalsFrom(calendarOf(settings), now())

/** Of an order, counted from when it was paid (epoch ms), which is when it is made; null for one that was not (P21). */
export const arrivalOfOrder = (settings: ShopSettings, paidAt: number | null): string | null =>
  paidAt === null ? null : arrivalText(calendarOf(settings), paidAt)
