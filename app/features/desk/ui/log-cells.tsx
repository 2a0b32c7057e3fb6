import { Link } from 'react-router'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { href } from '~/href.ts'
import type { LogRow, LogSubject } from '../log.rules.ts'
import css from './desk-log.module.css'

function Subject({ text, order, product }: LogSubject) {
  if (order !== null)
    return (
      <>
        <Link to={href('/admin/orders/:number', { number: order })} className={css.only}>
          {text}
        </Link>{' '}
        <Link to={href('/admin/log', { order })} className={css.only}>
          この注文だけ
        </Link>
      </>
    )
  if (product === null) return <>{text}</>
  return (
    <>
      <Link to={deskProductPath(product)} className={css.only}>
        {text}
      </Link>{' '}
      <Link to={href('/admin/log', { product })} className={css.only}>
        この商品だけ
      </Link>
    </>
  )
}

/** What was done, and to what: of a press that did several things behind their number. */
export const doneCell = ({ act, subjects, count, press }: LogRow) => {
  const [first] = subjects
  if (press === null)
    return (
      <>
        <strong>{act}</strong> {first === undefined ? null : <Subject {...first} />}
      </>
    )
  return (
    <details className={css.fold}>
      <summary>
        <strong>{act}</strong> {count}件まとめて
      </summary>
      <ul>
        {subjects.map((subject, at) => (
          <li key={at}>
            {subject.order === null ? (
              subject.text
            ) : (
              <Link to={href('/admin/orders/:number', { number: subject.order })} className={css.only}>
                {subject.text}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Link to={href('/admin/log', { press })} className={css.only}>
        {subjects.length < count ? `${count}件すべてと、変わったところ` : '変わったところを見る'}
      </Link>
    </details>
  )
}

export const changesCell = ({ changes, isUnchanged, press }: LogRow) => {
  if (press !== null) return null
  if (isUnchanged) return <span className="small">変わったところはありません。</span>
  if (changes.length === 0) return null
  return (
    <ul className="small">
      {changes.map((change) => (
        <li key={change.name}>
          {change.name === '' ? '' : `${change.name}：`}
          {change.before === '' ? '（なし）' : change.before} →{' '}
          {change.after === '' ? '（なし）' : change.after}
        </li>
      ))}
    </ul>
  )
}
