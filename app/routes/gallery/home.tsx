import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { memberNotice } from '~/features/accounts/profile/notices.texts.ts'
import { NoticeBox } from '~/features/accounts/profile/ui/member-notice.tsx'
import { popularKeywords, situationCategories } from '~/features/recipes/curation/queries.server.ts'
import { builtInKeywords, builtInSituations, type Curated } from '~/features/recipes/curation/rules.ts'
import { KeywordSwatch, SituationPicture } from '~/features/recipes/curation/ui/curated-picture.tsx'
import { topRecipes } from '~/features/recipes/list.queries.server.ts'
import { levels, searchPath } from '~/features/recipes/list.rules.ts'
import type { RecipeCardFacts } from '~/features/recipes/types.ts'
import {
  ListUnreachable,
  ListWait,
  readWithRetries,
  useLastGood,
} from '~/features/recipes/ui/list-reading.tsx'
import { RecipeCards } from '~/features/recipes/ui/recipe-cards.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import type { Route } from './+types/home'
import css from './home.module.css'

const recipesInAList = 2

const looks = { beginner: css.beginner, intermediate: css.intermediate, advanced: css.advanced }

export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const top = (order: 'popular' | 'new') =>
    readOrFailure(ctx, `${order} recipes`, (db) => topRecipes(db, actor, { order, limit: recipesInAList }))
  const [keywords, situations, popular, newest] = await Promise.all([
    readOrFailure(ctx, 'popular keywords', popularKeywords),
    readOrFailure(ctx, 'situations', situationCategories),
    top('popular'),
    top('new'),
  ])
  const failed = [popular, newest].find((list) => !list.ok)
  return {
    isMember: actor.kind === 'member',
    keywords: keywords.ok ? keywords.value : builtInKeywords,
    situations: situations.ok ? situations.value : builtInSituations,
    popular: popular.ok ? popular.value : null,
    newest: newest.ok ? newest.value : null,
    failure: failed === undefined || failed.ok ? null : failed.error,
  }
}

export const clientLoader = ({ serverLoader, request }: Route.ClientLoaderArgs) =>
  readWithRetries(serverLoader, request.signal)

export default function Home({ loaderData }: Route.ComponentProps) {
  const home = useLastGood(loaderData)
  return (
    <>
      <PageMeta
        title="作品ギャラリー"
        description="布とキットでつくった作品と、そのつくり方を見せ合うギャラリーです。レベルや場面から、次につくりたいものが見つかります。"
      />
      <ListWait path={href('/gallery')} />
      <ListUnreachable data={loaderData} />
      {home === undefined ? null : (
        <GalleryHome
          {...home}
          notice={<NoticeBox noticeOf={memberNotice} />}
          loadFailure={home.failure === null ? null : <LoadFailure what="作品" {...home.failure} />}
        />
      )}
    </>
  )
}

function GalleryHome({
  isMember,
  notice,
  keywords,
  situations,
  popular,
  newest,
  loadFailure,
}: {
  readonly isMember: boolean
  readonly notice: ReactNode
  readonly keywords: readonly Curated[]
  readonly situations: readonly Curated[]
  /** Null when the list could not be read. */
  readonly popular: readonly RecipeCardFacts[] | null
  readonly newest: readonly RecipeCardFacts[] | null
  readonly loadFailure: ReactNode
}) {
  return (
    <div className={css.home}>
      {notice}
      <div className={css.head}>
        <div>
          <h1 className={css.heading}>{inPhrases('作品ギャラリー')}</h1>
          <p className={css.lead}>布でつくったものと、そのつくり方を見せ合う場所です。</p>
        </div>
        <Link to={href('/gallery/upload')} className={css.post}>
          作品を投稿する
        </Link>
      </div>
      {loadFailure}
      <div className={css.recipes}>
        <ShownRecipes heading="人気の作品" sort="popular" cards={popular} />
        <ShownRecipes heading="新着の作品" sort="new" cards={newest} />
      </div>
      <div className={css.ways}>
        {keywords.length === 0 ? null : (
          <section aria-labelledby="keywords" className={css.way}>
            <h2 id="keywords" className={css.heading2}>
              人気のキーワード
            </h2>
            <ul className={css.keywords}>
              {keywords.map(({ id, name, image }, at) => (
                <li key={id}>
                  <Link to={searchPath({ q: name })} className={css.keyword}>
                    <KeywordSwatch image={image} at={at} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="levels" className={css.way}>
          <h2 id="levels" className={css.heading2}>
            レベルからさがす
          </h2>
          <ul className={css.levels}>
            {levels.map(({ id, name, dots }) => (
              <li key={id}>
                <Link to={searchPath({ level: id, category: name })} className={`${css.level} ${looks[id]}`}>
                  <span aria-hidden="true" className={css.dots}>
                    {dots}
                  </span>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {situations.length === 0 ? null : (
        <section aria-labelledby="situations">
          <h2 id="situations" className={css.heading2}>
            場面からさがす
          </h2>
          <ul className={css.situations}>
            {situations.map(({ id, name, image }, at) => (
              <li key={id}>
                <Link to={searchPath({ situation: id, category: name })} className={css.situation}>
                  <SituationPicture id={id} image={image} at={at} sizes="(min-width: 48rem) 22vw, 46vw" />
                  <span className={css.name}>{inPhrases(name)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isMember ? null : <Invitation />}
    </div>
  )
}

function ShownRecipes({
  heading,
  sort,
  cards,
}: {
  readonly heading: string
  readonly sort: 'popular' | 'new'
  readonly cards: readonly RecipeCardFacts[] | null
}) {
  const id = `works-${sort}`
  const expected = sort === 'popular' ? 'みんなに好かれた作品' : '届いたばかりの作品'
  return (
    <section aria-labelledby={id} className={css.list}>
      <div className={css.title}>
        <h2 id={id}>{heading}</h2>
        <Link to={searchPath({ sort })} className="tap">
          すべて見る<span className="visually-hidden">（{heading}）</span>
        </Link>
      </div>
      {cards === null ? <EmptyBox>いまは読み込めませんでした。</EmptyBox> : null}
      {cards?.length === 0 ? <EmptyBox>まだ作品はありません。{expected}が、ここに並びます。</EmptyBox> : null}
      <RecipeCards
        cards={cards ?? []}
        idPrefix={sort}
        sizes="(min-width: 48rem) 16rem, 46vw"
        eager={sort === 'popular' ? 2 : 0}
      />
    </section>
  )
}

function Invitation() {
  return (
    <section aria-labelledby="join" className={css.join}>
      <h2 id="join">あなたの作品も、ここに</h2>
      <p>メールアドレスだけで会員登録できます。つくったものの写真と、つくり方をお寄せください。</p>
      <ButtonLink to={href('/gallery/login', { view: 'register' })}>会員登録へ</ButtonLink>
    </section>
  )
}
