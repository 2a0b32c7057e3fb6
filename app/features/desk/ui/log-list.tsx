import { deskMoment } from '~/kernel/dates.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import type { LogFilterKey, LogRow, LogSort } from '../log.rules.ts'
import { changesCell, doneCell } from './log-cells.tsx'

/** 記録 as a list of the desk; acts by their name in the log, with their words, and who has done any. */
export const logList = (
  acts: Readonly<Record<string, string>>,
  people: readonly string[],
): DeskList<LogRow, LogSort, LogFilterKey> => ({
  name: '記録',
  mark: 'row',
  keyOf: ({ id }) => id,
  to: () => null,
  columns: [
    {
      ...{ key: 'at', name: 'いつ', sorts: 'desc' },
      phone: {
        place: 'title',
        shows: ({ happenedAt, who }) => <span className="small">{`${deskMoment(happenedAt)}　${who}`}</span>,
      },
      cell: ({ happenedAt }) => deskMoment(happenedAt),
    },
    { key: 'who', name: 'だれが', sorts: 'asc', cell: ({ who }) => who },
    { key: 'act', name: '何をした', sorts: 'asc', phone: { place: 'second' }, cell: doneCell },
    { key: 'changes', name: '変わったところ', phone: { place: 'foot' }, cell: changesCell },
  ],
  filters: [
    {
      ...{ key: 'act', name: '何をした', kind: 'choice' },
      choices: Object.entries(acts).map(([value, name]) => ({ value, name })),
    },
    {
      ...{ key: 'who', name: 'だれが', kind: 'choice' },
      choices: people.map((name) => ({ value: name, name })),
    },
    { key: 'from', name: 'から', kind: 'day' },
    { key: 'to', name: 'まで', kind: 'day' },
    { key: 'order', name: '注文番号', kind: 'text' },
    { key: 'product', name: '管理番号', kind: 'text' },
  ],
  acts: [],
})

/** For names of what it shows, read before it is known who has done anything: what the log does not know then, it leaves out itself. */
export const logListToName = {
  ...logList({}, []),
  filters: logList({}, []).filters.map((filter) =>
    filter.kind === 'choice' ? ({ key: filter.key, name: filter.name, kind: 'text' } as const) : filter,
  ),
}
