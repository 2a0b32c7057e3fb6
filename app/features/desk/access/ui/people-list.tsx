import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { DeskList } from '~/ui/list-declaration.ts'
import { roleNames } from '../texts.ts'
import type { ShownPerson } from '../types.ts'
import css from './people.module.css'

export const peopleSheet = (act: string, of?: string) => href('/admin/helpers/:act', { act, of })

const devicesCell = ({ name, devices }: ShownPerson) =>
  devices.length === 0 ? (
    <span className={css.none}>入っている端末はありません。</span>
  ) : (
    <ul className={css.rows}>
      {devices.map((device) => (
        <li key={device.id} className={css.inCell}>
          <span>
            {device.name}
            {device.isThis ? '（この端末）' : ''}
            <span className={`small ${css.when}`}>最後に使った日時 {deskMoment(device.seenAt)}</span>
          </span>
          <Link to={peopleSheet('device', device.id)} aria-label={`${name}の${device.name}をログアウトする`}>
            ログアウト
          </Link>
        </li>
      ))}
    </ul>
  )

const stockCell = ({ id, name, role, mayCount }: ShownPerson) => {
  if (role === 'owner') return null
  return (
    <span className={css.inCell}>
      <span>{mayCount ? '数えてもらう' : '見るだけ'}</span>
      {mayCount ? (
        <Link to={peopleSheet('no-count', id)} aria-label={`${name}の在庫を見るだけにする`}>
          見るだけにする
        </Link>
      ) : (
        <Link to={peopleSheet('count', id)} aria-label={`${name}に在庫を数えてもらう`}>
          数えてもらう
        </Link>
      )}
    </span>
  )
}

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
      ...{ key: 'role', name: '役', sorts: 'asc', phone: { place: 'end' } },
      cell: ({ role, isReady }) => `${roleNames[role]}${isReady ? '' : '・準備中'}`,
    },
    {
      ...{ key: 'email', name: 'メール', phone: { place: 'second' } },
      cell: ({ email }) => <span className={css.email}>{email}</span>,
    },
    { key: 'seen', name: '端末', sorts: 'desc', phone: { place: 'foot' }, cell: devicesCell },
    { key: 'stock', name: '在庫', phone: { place: 'foot' }, cell: stockCell },
    {
      ...{ key: 'end', name: '外す', phone: { place: 'foot' } },
      cell: ({ id, name }) => (
        <Link className="tap" to={peopleSheet('end', id)} aria-label={`${name}をお店の人から外す`}>
          外す
        </Link>
      ),
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
