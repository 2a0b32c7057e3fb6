import { Link } from 'react-router'
import { smallPictureUrl } from '~/features/pictures/rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { Notice } from '~/ui/notice.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { type ShownCase, stopNames } from '../outcomes.rules.ts'
import type { SeenThing } from '../rules.ts'
import css from './reports.module.css'

const nowTexts: Readonly<Record<ShownCase['now'], string>> = {
  shown: '',
  changed: '通報のあとで、書いた方が内容を変えています。下は、通報されたときの内容です。',
  hidden: 'いまは、ほかの方には表示されていません。',
  gone: 'この投稿は、もう削除されています。下は、通報されたときの内容です。',
}

/** The thing as it was seen when it was reported, and how it stands now (R51). */
export function Seen({ shown: { seen, isComment, now, path } }: { readonly shown: ShownCase }) {
  return (
    <section className="stack-3" aria-label="通報された内容">
      {nowTexts[now] === '' ? null : <Notice>{nowTexts[now]}</Notice>}
      {seen === null ? null : <SeenParts seen={seen} isComment={isComment} />}
      {path === null ? null : (
        <p>
          <Link to={path} className="tap">
            いまのページを見る
          </Link>
        </p>
      )}
    </section>
  )
}

function SeenParts({
  seen: { title, text, pictures },
  isComment,
}: {
  readonly seen: SeenThing
  readonly isComment: boolean
}) {
  return (
    <div className={css.seen}>
      {isComment ? (
        <p className={css.about}>{title === '' ? 'コメント' : `作品「${title}」へのコメント`}</p>
      ) : (
        <strong>{title}</strong>
      )}
      {text === '' ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard too
        <section className={css.text} tabIndex={0} aria-label="本文">
          <PlainText text={text} rel="ugc nofollow noreferrer" />
        </section>
      )}
      {pictures.length === 0 ? null : (
        <ul className={css.pictures}>
          {pictures.map((url, at) => (
            <li key={url}>
              <img
                src={smallPictureUrl(url)}
                alt={`通報された投稿の写真${at + 1}`}
                width="96"
                height="96"
                loading="lazy"
                referrerPolicy="no-referrer"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Each report with its reason and words, oldest first. */
export function ReportList({
  shown: { reports, counted, waiting, isComment },
}: {
  readonly shown: ShownCase
}) {
  return (
    <section className="stack-3" aria-labelledby="reports">
      <h2 id="reports">{`通報 ${waiting}件`}</h2>
      <ul className={css.rows}>
        {reports.map(({ id, reason, words, createdAt, byMember, wantsOutcome, sawOther }) => (
          <li key={id} className={css.row}>
            <strong>{reason}</strong>
            {words === '' ? null : <PlainText text={words} rel="ugc nofollow noreferrer" />}
            <span className={css.about}>
              {`${deskMoment(createdAt)}・${byMember ? '会員' : '会員でない方'}`}
              {wantsOutcome ? '・結果をメールで知らせます' : ''}
            </span>
            {sawOther === null ? null : (
              <details>
                <summary className="tap">この方が見た内容</summary>
                <SeenParts seen={sawOther} isComment={isComment} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {counted === 0 ? null : (
        <p>{`ほかに${counted}件あります。同じ投稿への通報が多いときと、通報から1年が過ぎたときは、数だけを残します。`}</p>
      )}
    </section>
  )
}

/** Who wrote it. */
export function Author({ shown: { author } }: { readonly shown: ShownCase }) {
  return (
    <section className="stack-3" aria-labelledby="author">
      <h2 id="author">書いた方</h2>
      {author === null ? (
        <p>もう会員ではありません。</p>
      ) : (
        <>
          {author.stops.map(({ stop, reason }) => (
            <p key={stop}>{`${stopNames[stop]}を止めています。${reason === '' ? '' : `理由：${reason}`}`}</p>
          ))}
          <p>
            <Link to={href('/admin/members/:id', { id: author.id })} className="tap">
              {`${author.name}さんのページ`}
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
