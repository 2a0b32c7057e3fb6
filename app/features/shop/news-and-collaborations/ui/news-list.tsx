import { EmptyBox } from '~/ui/empty-box.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import type { ShownNews } from '../rules.ts'
import css from './news-list.module.css'

const openOnes = 2

/** `news` is null if they could not be read. */
export function NewsList({ news }: { readonly news: readonly ShownNews[] | null }) {
  return (
    <section className="stack-2" aria-labelledby="news-heading">
      <h2 id="news-heading">お知らせ</h2>
      {news === null ? <Notice kind="error">お知らせの取得に失敗しました</Notice> : <Items news={news} />}
    </section>
  )
}

function Items({ news }: { readonly news: readonly ShownNews[] }) {
  if (news.length === 0) return <EmptyBox>お知らせはありません</EmptyBox>
  const earlier = news.slice(openOnes)
  return (
    <>
      <List news={news.slice(0, openOnes)} />
      {earlier.length === 0 ? null : (
        <details className={css.earlier}>
          <summary>以前のお知らせ（{earlier.length}件）</summary>
          <List news={earlier} />
        </details>
      )}
    </>
  )
}

function List({ news }: { readonly news: readonly ShownNews[] }) {
  return (
    <ul className={css.list}>
      {news.map((item) => (
        <li key={item.id}>
          {item.content === '' ? (
            <div className={css.item}>
              <Heading item={item} />
            </div>
          ) : (
            <details>
              <summary className={`${css.item} ${css.opens}`}>
                <Heading item={item} />
              </summary>
              <div className={css.text}>
                <PlainText text={item.content} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Heading({ item: { day, shown, title } }: { readonly item: ShownNews }) {
  return (
    <>
      {day === null ? (
        <span className={css.day}>{shown}</span>
      ) : (
        <time className={css.day} dateTime={day}>
          {shown}
        </time>
      )}
      <h3 className={css.title}>{title}</h3>
    </>
  )
}
