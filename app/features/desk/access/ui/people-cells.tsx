import { Link } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { ShownPerson } from '../types.ts'
import css from './people.module.css'

export const peopleSheet = (act: string, of?: string) => href('/admin/helpers/:act', { act, of })

export const devicesCell = ({ name, devices }: ShownPerson) =>
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

export const stockCell = ({ id, name, role, mayCount }: ShownPerson) => {
  if (role === 'owner') return null
  return (
    <span className={css.inCell}>
      <span>
        <span className={css.onPhone}>在庫：</span>
        {mayCount ? '数えてもらう' : '見るだけ'}
      </span>
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

export const endCell = ({ id, name }: ShownPerson) => (
  <Link className="tap" to={peopleSheet('end', id)} aria-label={`${name}をお店の人から外す`}>
    <span className={css.onPhone}>お店の人から</span>外す
  </Link>
)
