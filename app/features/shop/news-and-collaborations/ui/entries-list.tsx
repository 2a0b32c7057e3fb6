import { href } from '~/href.ts'
import { displayDate } from '~/kernel/dates.ts'
import type { DeskColumn, DeskList } from '~/ui/list-declaration.ts'
import { deskLists, type EntryFilterKey, type EntrySort, entryStates, type ListName } from '../desk.rules.ts'
import css from './desk-lists.module.css'
import type { ShownEntry } from './entry-moves.tsx'

const dayText = (day: string | null): string => (day === null ? '' : displayDate(day))

const daysCell = ({ fromDay, toDay }: ShownEntry) =>
  fromDay === null && toDay === null ? '' : `${dayText(fromDay)}〜${dayText(toDay)}`

const stateCell = ({ state }: ShownEntry) => <span className={css.badge}>{entryStates[state]}</span>

const order: DeskColumn<ShownEntry, EntrySort> = {
  ...{ key: 'order', name: '順番', phone: { place: 'end' } },
  cell: ({ moves }) => moves,
}

/** お知らせ or コラボ as a list of the desk; who has an order of her own has its buttons. */
export const entriesList = (list: ListName): DeskList<ShownEntry, EntrySort, EntryFilterKey> => ({
  name: deskLists[list].title,
  mark: 'entry',
  keyOf: ({ id }) => id,
  to: ({ id }) => href('/admin/lists/:list/:id', { list, id }),
  columns: [
    {
      ...{ key: 'title', name: '題名', sorts: 'asc' },
      phone: {
        place: 'title',
        shows: (row) => (
          <>
            <strong>{row.title}</strong>
            <span className="small">
              {displayDate(row.date)} {stateCell(row)}
            </span>
          </>
        ),
      },
      lines: 'several',
      cell: ({ title }) => title,
    },
    list === 'news'
      ? {
          ...{ key: 'date', name: '日付', sorts: 'desc' },
          cell: ({ date }) => displayDate(date),
        }
      : { key: 'price', name: '価格', cell: ({ date }) => date },
    { key: 'days', name: '出す日', from: 'wide', cell: daysCell },
    {
      ...{ key: 'state', name: '状態', sorts: 'asc' },
      cell: stateCell,
    },
    ...(list === 'collaborations' ? [order] : []),
  ],
  filters: [
    {
      ...{ key: 'state', name: '状態', kind: 'choice' },
      choices: Object.entries(entryStates).map(([value, name]) => ({ value, name })),
    },
  ],
  acts: [],
})
