import type { DeskList } from '~/ui/list-declaration.ts'
import { roleNames } from '../texts.ts'
import type { ShownPerson } from '../types.ts'
import css from './people.module.css'
import { devicesCell, endCell, stockCell } from './people-cells.tsx'

const seenAt = ({ devices }: ShownPerson) => Math.max(0, ...devices.map((device) => device.seenAt))

export type PeopleSort = 'name' | 'role' | 'seen'

/** What the columns sort by; empty ones stand last. */
export const peopleKeys: Readonly<Record<PeopleSort, (person: ShownPerson) => string | number | null>> = {
  name: ({ name }) => name,
  role: ({ role }) => role,
  seen: (person) => seenAt(person) || null,
}

/** 発送係 and owners as a list of the desk: what is done with one of them is behind its link. */
export const peopleList: DeskList<ShownPerson, PeopleSort, 'role'> = {
  name: 'お店の人',
  mark: 'person',
  keyOf: ({ id }) => id,
  to: () => null,
  columns: [
    {
      ...{ key: 'name', name: '名前', sorts: 'asc', phone: { place: 'title' } },
      // The search of the desk leads here.
      cell: ({ id, name, isMe }) => (
        <strong id={id}>
          {name}
          {isMe ? '（あなた）' : ''}
        </strong>
      ),
    },
    {
      ...{ key: 'role', name: '役', sorts: 'asc', lines: 'one', phone: { place: 'second' } },
      cell: ({ role, isReady }) => (
        <span className={css.soft}>{`${roleNames[role]}${isReady ? '' : '・準備中'}`}</span>
      ),
    },
    {
      ...{ key: 'email', name: 'メール', phone: { place: 'foot' } },
      cell: ({ email }) => {
        const [name, ...host] = email.split('@')
        return (
          <span className={`${css.email} ${css.soft}`}>
            {name}
            <wbr />
            {`@${host.join('@')}`}
          </span>
        )
      },
    },
    { key: 'seen', name: '端末', sorts: 'desc', phone: { place: 'foot' }, cell: devicesCell },
    { key: 'stock', name: '在庫', phone: { place: 'foot' }, cell: stockCell },
    {
      ...{ key: 'end', name: '外す', lines: 'one', phone: { place: 'foot' } },
      cell: endCell,
    },
  ],
  filters: [
    {
      ...{ key: 'role', name: '役', kind: 'choice' },
      choices: Object.entries(roleNames).map(([value, name]) => ({ value, name })),
    },
  ],
  acts: [],
}
