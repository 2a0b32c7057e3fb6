import { useId } from 'react'
import { Form, Link } from 'react-router'
import { actWords, toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { logPage } from '~/features/desk/log.queries.server.ts'
import type { LogEntry } from '~/features/desk/log.rules.ts'
import css from '~/features/desk/ui/desk-log.module.css'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { DeskPage, UnknownList } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { TextField } from '~/ui/form.tsx'
import type { Route } from './+types/log'

function LogFilters({
  act,
  order,
  acts,
}: {
  readonly act: string
  readonly order: string
  readonly acts: Readonly<Record<string, string>>
}) {
  const id = useId()
  return (
    <Form method="get" className={`stack-3 ${css.filters}`}>
      <div className={css.field}>
        <label htmlFor={id}>何をした</label>
        <select id={id} name="act" defaultValue={act} className={css.select}>
          <option value="">すべて（発送作業の印をのぞく）</option>
          {Object.entries(acts).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <TextField name="order" label="注文番号" defaultValue={order} maxLength={40} />
      <Button type="submit" look="secondary">
        しぼり込む
      </Button>
    </Form>
  )
}

/** A table on wide screens. */
function LogEntries({ entries }: { readonly entries: readonly LogEntry[] }) {
  return (
    <table className={css.log}>
      <thead>
        <tr>
          <th scope="col">いつ</th>
          <th scope="col">だれが</th>
          <th scope="col">何をした</th>
          <th scope="col">変わったところ</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={css.quiet}>{deskMoment(entry.happenedAt)}</td>
            <td className={css.quiet}>{entry.who}</td>
            <td>
              <strong>{entry.act}</strong> <Subject {...entry} />
            </td>
            <td>
              {entry.isUnchanged ? <p className="small">変わったところはありません。</p> : null}
              {entry.changes.length === 0 ? null : (
                <ul className="small">
                  {entry.changes.map((change) => (
                    <li key={change.name}>
                      {change.name === '' ? '' : `${change.name}：`}
                      {change.before === '' ? '（なし）' : change.before} →{' '}
                      {change.after === '' ? '（なし）' : change.after}
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Subject({ order, subject }: LogEntry) {
  return (
    <span>
      {order === null ? (
        subject
      ) : (
        <>
          <Link to={href('/admin/orders/:number', { number: order })} className={css.only}>
            {subject}
          </Link>{' '}
          <a href={href('/admin/log', { order })} className={css.only}>
            この注文だけ
          </a>
        </>
      )}
    </span>
  )
}

function LogWays({
  act,
  order,
  before,
  next,
}: Readonly<Record<'act' | 'order' | 'before', string>> & { readonly next: string | null }) {
  return (
    <div className={`row-3 ${css.ways}`}>
      {next === null ? null : (
        <ButtonLink to={href('/admin/log', { act, order, before: next })} look="secondary">
          もっと古い記録を見る
        </ButtonLink>
      )}
      {before === '' ? null : (
        <ButtonLink to={href('/admin/log', { act, order })} look="quiet">
          新しい記録へ
        </ButtonLink>
      )}
    </div>
  )
}

const longestParameter = 140

/** The log of acts at the desk and by commands; for the owner. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const { searchParams } = new URL(request.url)
  const given = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, longestParameter)
  const act = given('act')
  const isUnknown = act !== '' && !Object.hasOwn(actWords, act)
  const filter = { act: isUnknown ? '' : act, order: given('order'), before: given('before') }
  const page = await readOrUnavailable(ctx, 'log of the desk', (db) => logPage(db, filter, toldActs))
  return { ...page, ...filter, acts: actWords, isUnknown }
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { entries, noOrder, next, acts, isUnknown, ...filter } = loaderData
  return (
    <DeskPage title="記録" back={href('/admin/more')}>
      {isUnknown ? <UnknownList shown="すべて" /> : null}
      <LogFilters key={`${filter.act} ${filter.order}`} {...filter} acts={acts} />
      {entries.length === 0 ? (
        <EmptyBox said={noOrder ? 'この番号の注文はありません。' : 'ここに入る記録はありません。'}>
          <p>お店の人がしたことが、だれが、いつ、何をしたかと一緒にここに残ります。</p>
        </EmptyBox>
      ) : (
        <LogEntries entries={entries} />
      )}
      <LogWays {...filter} next={next} />
    </DeskPage>
  )
}
