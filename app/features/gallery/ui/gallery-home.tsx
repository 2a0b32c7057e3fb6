import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '~/ui/button.tsx'
import { builtInKeywords, builtInSituations, levels, searchPath } from '../rules.ts'
import css from './gallery-home.module.css'
import { SituationDrawing } from './situation-drawing.tsx'

/** Search stands in the frame above it; then words, levels, situations and works. */
export function GalleryHome({
  isMember,
  notice,
}: {
  readonly isMember: boolean
  readonly notice: ReactNode
}) {
  return (
    <div className={css.home}>
      {notice}
      <div className={css.head}>
        <div>
          <h1>作品ギャラリー</h1>
          <p className={css.lead}>布でつくったものと、そのつくり方を見せ合う場所です。</p>
        </div>
        <Link to="/gallery/upload" className={css.post}>
          作品を投稿する
        </Link>
      </div>
      <section aria-labelledby="keywords">
        <h2 id="keywords">人気のキーワード</h2>
        <ul className={css.keywords}>
          {builtInKeywords.map((word) => (
            <li key={word}>
              <Link to={searchPath({ q: word })} className={css.keyword}>
                <span className={css.swatch} />
                {word}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="levels">
        <h2 id="levels">レベルからさがす</h2>
        <ul className={css.levels}>
          {levels.map(({ id, name, dots }) => (
            <li key={id}>
              <Link to={searchPath({ level: id, category: name })} className={`${css.level} ${css[id]}`}>
                <span aria-hidden="true" className={css.dots}>
                  {dots}
                </span>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="situations">
        <h2 id="situations">場面からさがす</h2>
        <ul className={css.situations}>
          {builtInSituations.map(({ id, name }) => (
            <li key={id}>
              <Link to={searchPath({ situation: id, category: name })} className={css.situation}>
                <span className={css.drawing}>
                  <SituationDrawing id={id} />
                </span>
                <span className={css.name}>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Works heading="人気の作品" sort="popular" />
      <Works heading="新着の作品" sort="new" />
      {isMember ? null : <Invitation />}
    </div>
  )
}

function Works({ heading, sort }: { readonly heading: string; readonly sort: 'popular' | 'new' }) {
  const id = `works-${sort}`
  return (
    <section aria-labelledby={id}>
      <div className={css.title}>
        <h2 id={id}>{heading}</h2>
        <Link to={searchPath({ sort })} className={css.all}>
          すべて見る<span className="visually-hidden">（{heading}）</span>
        </Link>
      </div>
      <p className={css.empty}>
        まだ作品はありません。投稿の受け付けが始まると、
        {sort === 'popular' ? 'みんなに好かれた作品' : '届いたばかりの作品'}がここに並びます。
      </p>
    </section>
  )
}

function Invitation() {
  return (
    <section aria-labelledby="join" className={css.join}>
      <h2 id="join">会員登録が始まりました</h2>
      <p>メールアドレスだけで登録できます。プロフィールを作って、投稿の始まりをお待ちください。</p>
      <ButtonLink to="/gallery/login?view=register">会員登録へ</ButtonLink>
    </section>
  )
}
