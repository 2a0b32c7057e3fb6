import { Link } from 'react-router'
import { deskProductPath } from '~/features/products/desk/ui/product-list.tsx'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { Notice } from '~/ui/notice.tsx'
import type { FileCounts, FileFacts, RowView } from '../view.rules.ts'
import css from './product-files.module.css'

export function FileSummary({
  file,
  counts,
  replaces,
}: {
  readonly file: FileFacts
  readonly counts: FileCounts
  readonly replaces: boolean
}) {
  const facts = [
    ['新しい', counts.new],
    ['変わる', counts.changed],
    ['同じ', counts.same],
    ['直すところのある行', counts.bad],
    [replaces ? 'ファイルになく、掲載終了にする' : 'ファイルにない（そのまま）', counts.left],
  ] as const
  return (
    <section className={css.section} aria-label="まとめ">
      <p className={css.name}>{file.name}</p>
      <p>
        {deskMoment(file.sentAt)} {file.sentBy}
      </p>
      <dl className={css.counts}>
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {counts.bad === 0 ? null : (
        <Notice kind="error">
          直すところのある行が{counts.bad}
          行あるため、このファイルはまだ反映できません。ファイルを直して、もう一度読み込んでください。
        </Notice>
      )}
      {counts.waits === 0 || file.state !== 'looked at' ? null : (
        <Notice>
          価格が大きく変わる商品が{counts.waits}
          点あります。その価格は、反映したあとに「価格の確認」でお確かめいただくまで、いまのままです。
        </Notice>
      )}
    </section>
  )
}

const kindNames = { bad: '直すところ', changed: '変わる', new: '新しい', left: '掲載終了' } as const

function Row({ row }: { readonly row: RowView }) {
  const { number, name, kind, changes, waits, problems } = row
  return (
    <li>
      <p>
        <span className={`${css.kind} ${css[kind]}`}>{kindNames[kind]}</span>
        {row.row === null ? null : <span className={css.place}>{row.row}行目</span>}{' '}
        {kind === 'bad' || kind === 'new' ? (
          <strong>{number}</strong>
        ) : (
          <Link className={css.productLink} to={deskProductPath(number)}>
            {number}
          </Link>
        )}{' '}
        {name}
      </p>
      {problems.map((problem) => (
        <p key={problem} className={css.problem}>
          {problem}
        </p>
      ))}
      {changes.length === 0 ? null : (
        <dl className={css.changes}>
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{change.name}</dt>
              <dd>
                {kind === 'new' ? null : (
                  <>
                    <del>{change.before === '' ? '（なし）' : change.before}</del> →{' '}
                  </>
                )}
                <ins>{change.after === '' ? '（なし）' : change.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {waits ? <p className={css.waits}>価格は、お確かめいただくまでいまのままです。</p> : null}
    </li>
  )
}

/** One page of the rows that differ. */
export function FileRows({
  id,
  rows,
  page,
  pages,
}: {
  readonly id: string
  readonly rows: readonly RowView[]
  readonly page: number
  readonly pages: number
}) {
  if (rows.length === 0) return <p>変わるところはありません。</p>
  const at = (to: number) => href('/admin/products/file/:id', { id, page: String(to) })
  return (
    <section className={css.section} aria-label="変わるところ">
      <ul className={css.rows}>
        {rows.map((row) => (
          <Row key={`${row.kind} ${row.row} ${row.number}`} row={row} />
        ))}
      </ul>
      {pages === 1 ? null : (
        <nav aria-label="ページ" className={css.pages}>
          {page > 1 ? (
            <Link className={css.pageLink} to={at(page - 1)}>
              前へ
            </Link>
          ) : null}
          <span>
            {page}／{pages}ページ
          </span>
          {page < pages ? (
            <Link className={css.pageLink} to={at(page + 1)}>
              次へ
            </Link>
          ) : null}
        </nav>
      )}
    </section>
  )
}
