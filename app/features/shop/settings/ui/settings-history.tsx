import { useLocation } from 'react-router'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { bringIntoView, Notice } from '~/ui/notice.tsx'
import type { SettingPart } from '../parts.rules.ts'
import type { PartView, PastChange } from '../types.ts'
import css from './settings.module.css'
import { Changes } from './settings-preview.tsx'

/** History of changes; each can be filled in again and saved after a preview (N50). */
export function SettingsHistory({
  part,
  history,
}: {
  readonly part: SettingPart
  readonly history: readonly PastChange[]
}) {
  if (history.length === 0) return null
  return (
    <section className={css.section}>
      <h2>これまでの変更</h2>
      <ol className={css.history}>
        {history.map(({ id, happenedAt, who, changes }) => (
          <li key={id}>
            <p>
              <strong>{deskMoment(happenedAt)}</strong> {who}
            </p>
            <Changes changes={changes} />
            <ButtonLink look="secondary" to={href('/admin/settings/:part', { part, from: id })}>
              この前の値を入れる
            </ButtonLink>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Says what has been filled in; beside the form, far above the link that was pressed. */
export function FilledIn({ from, filled }: { readonly from: string } & Pick<PartView, 'filled'>) {
  const { key } = useLocation()
  if (from === '') return null
  return (
    <div key={key} ref={bringIntoView}>
      <Notice announce>
        {filled.length === 0 ? (
          <p>いまと同じ値です。変わるところはありません。</p>
        ) : (
          <>
            <p>
              {from === 'file' ? '設定ファイルの値' : '前の値'}
              を入れました。まだ保存していません。「確かめる」から保存してください。
            </p>
            <Changes changes={filled} />
          </>
        )}
      </Notice>
    </div>
  )
}
