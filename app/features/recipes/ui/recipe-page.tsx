import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { memberFaceOf } from '~/features/accounts/profile/rules.ts'
import { pictureOf, pictureSources, smallPictureUrl } from '~/features/pictures/rules.ts'
import { EnlargeLink } from '~/features/pictures/ui/enlarging.tsx'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { href } from '~/href.ts'
import { displayDate, machineDate } from '~/kernel/dates.ts'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { inLetters } from '~/kernel/links.ts'
import { Notice } from '~/ui/notice.tsx'
import { inPhrases } from '~/ui/phrases.tsx'
import { PlainText } from '~/ui/plain-text.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import { useHasScript } from '~/ui/use-has-script.ts'
import { cookingTimeNames, hiddenText, memberPath, recipePath, searchPath } from '../list.rules.ts'
import { photographsOf, type ShownRecipe } from '../recipe.rules.ts'
import photographsCss from './photographs.module.css'
import { LevelMark } from './recipe-cards.tsx'
import { Explanation } from './recipe-explanation.tsx'
import css from './recipe-page.module.css'
import { RecommendedProducts } from './recipe-products.tsx'

// Members' links must not gain rank with search engines (R6).
const memberRel = 'ugc nofollow'

/** `making` stands above the steps. Prints head, materials and steps only. */
export function RecipePage({
  recipe,
  playsVideo,
  materials,
  making,
  reactions,
  picks,
  share,
  comments,
}: {
  readonly recipe: ShownRecipe
  readonly playsVideo: boolean
  readonly materials: ReactNode
  readonly making: ReactNode
  readonly reactions: ReactNode
  readonly picks: ReactNode
  readonly share: ReactNode
  readonly comments: ReactNode
}) {
  const { origin } = useSiteFacts()
  return (
    <article className={css.page} aria-labelledby="recipe-title">
      <div className={css.pictures}>
        <Photographs recipe={recipe} />
      </div>
      <div className={css.right}>
        <div className={css.lead}>
          <Head recipe={recipe} reactions={reactions} />
          {recipe.description === '' ? null : (
            <div className={css.text}>
              <PlainText text={recipe.description} rel={memberRel} />
            </div>
          )}
          <p className={css.paperOnly}>{origin + recipePath(recipe.id)}</p>
        </div>
        <aside className={css.beside} aria-label="材料とお店の布">
          <div className={css.onPaper}>{materials}</div>
          {picks}
        </aside>
      </div>
      <div className={css.making}>
        <Explanation recipe={recipe} playsVideo={playsVideo} />
        <Steps recipe={recipe} making={making} />
        <Tags tags={recipe.tags} />
        <RecommendedProducts products={recipe.affiliateProducts} />
        {share}
        {comments}
      </div>
    </article>
  )
}

/** Several photographs are swiped or chosen by thumbnails, which work without script too (W7). */
function Photographs({ recipe }: { readonly recipe: ShownRecipe }) {
  const photographs = photographsOf(recipe)
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const hasScript = useHasScript()
  if (photographs.length < 2)
    return <Photograph url={photographs[0] ?? ''} alt={`${recipe.title}の写真`} isFirst />
  const show = (at: number) => {
    const { current } = strip
    current?.scrollTo({ left: at * current.clientWidth })
  }
  return (
    <div className={photographsCss.photographs}>
      <section
        ref={strip}
        className={photographsCss.strip}
        aria-label={`作品の写真（${photographs.length}枚）`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is scrolled by keyboard too
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
          if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          show(Math.min(Math.max(shown + by, 0), photographs.length - 1))
        }}
      >
        {photographs.map((url, at) => (
          <div key={url} id={photographId(at)} className={photographsCss.slide}>
            <Photograph url={url} alt={`${recipe.title}の写真 ${at + 1}枚目`} isFirst={at === 0} />
          </div>
        ))}
      </section>
      <ol className={`row-2 ${photographsCss.thumbnails}`} aria-label="写真を選ぶ">
        {photographs.map((url, at) => (
          <li key={url}>
            <a
              href={`#${photographId(at)}`}
              className={photographsCss.thumbnail}
              aria-label={`${at + 1}枚目の写真を見る`}
              aria-current={(hasScript && at === shown) || undefined}
              onClick={(event) => {
                event.preventDefault()
                show(at)
              }}
            >
              <img
                className={photographsCss.thumbnailPicture}
                src={smallPictureUrl(url)}
                alt=""
                width="64"
                height="64"
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}

const photographId = (at: number): string => `photograph-${at + 1}`

function Photograph({
  url,
  alt,
  isFirst,
}: {
  readonly url: string
  readonly alt: string
  readonly isFirst: boolean
}) {
  const isNone = displayImageUrl(url) === defaultLogo
  const picture = (
    <Picture
      url={url}
      alt={isNone ? '' : alt}
      sizes="(min-width: 64rem) 40rem, (min-width: 48rem) 50vw, 100vw"
      className={pictureOf(url) === undefined && !isNone ? css.unknownSize : css.image}
      eager={isFirst}
    />
  )
  if (isNone) return <div className={`${css.photograph} ${css.none}`}>{picture}</div>
  return (
    <div className={css.photograph}>
      <EnlargeLink src={pictureSources(url).src} alt={alt} className={css.enlarge}>
        {picture}
      </EnlargeLink>
    </div>
  )
}

function Head({ recipe, reactions }: { readonly recipe: ShownRecipe; readonly reactions: ReactNode }) {
  const { title, author, createdAt, updatedAt } = recipe
  const isChanged = machineDate(createdAt) !== machineDate(updatedAt)
  return (
    <div className={`stack-4 ${css.head}`}>
      <h1 id="recipe-title" className={css.title}>
        {inPhrases(title)}
      </h1>
      <p className={css.by}>
        <Link to={memberPath(author.id)} className={css.author}>
          <AuthorCircle name={author.name} photoUrl={author.photoUrl} />
          <span>{author.name}</span>
        </Link>
        <span className={css.dates}>
          <time dateTime={machineDate(createdAt) ?? undefined}>{displayDate(createdAt)}</time>
          {isChanged ? (
            <>
              （更新 <time dateTime={machineDate(updatedAt) ?? undefined}>{displayDate(updatedAt)}</time>）
            </>
          ) : null}
        </span>
      </p>
      {recipe.isHidden ? <Notice>{hiddenText('この作品', recipe.hiddenReason)}</Notice> : null}
      <dl className={css.facts}>
        <div>
          <dt>難易度</dt>
          <dd>
            <LevelMark difficulty={recipe.difficulty} isNamed />
          </dd>
        </div>
        <div>
          <dt>制作時間</dt>
          <dd>{cookingTimeNames[recipe.cookingTime]}</dd>
        </div>
      </dl>
      <div className={css.ways}>
        {reactions}
        <a className="tap" href="#share">
          共有する
        </a>
        {recipe.isOwn ? (
          <Link className="tap" to={href('/gallery/recipe-edit/:recipeId', { recipeId: recipe.id })}>
            この作品を編集
          </Link>
        ) : null}
      </div>
    </div>
  )
}

function AuthorCircle({ name, photoUrl }: { readonly name: string; readonly photoUrl: string }) {
  return photoUrl === '' ? (
    <span className={css.circle} aria-hidden="true">
      {memberFaceOf(name, null).initial}
    </span>
  ) : (
    <img className={css.circle} src={smallPictureUrl(photoUrl)} alt="" width="40" height="40" />
  )
}

function Steps({ recipe: { steps }, making }: { readonly recipe: ShownRecipe; readonly making: ReactNode }) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="steps" className={`stack-5 ${css.part} ${css.onPaper}`}>
      <h2 id="steps" className={css.stitched}>
        つくり方
      </h2>
      <div className={css.screenOnly}>{making}</div>
      <ol className={css.steps}>
        {steps.map(({ id, description, imageUrl = '' }, at) => (
          <li key={id} className={`stack-4 ${css.step}`}>
            {displayImageUrl(imageUrl) === defaultLogo ? null : (
              <div className={css.stepPicture}>
                <EnlargeLink
                  src={pictureSources(imageUrl).src}
                  alt={`手順${at + 1}の写真`}
                  className={css.enlarge}
                >
                  <Picture
                    url={imageUrl}
                    alt={`手順${at + 1}の写真`}
                    sizes="(min-width: 64rem) 36rem, 100vw"
                    className={pictureOf(imageUrl) === undefined ? css.unknownSize : css.image}
                  />
                </EnlargeLink>
              </div>
            )}
            <div className={css.instruction}>
              <span className={css.number} aria-hidden="true">
                {at + 1}
              </span>
              <PlainText text={description} rel={memberRel} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <section aria-labelledby="tags" className={`stack-5 ${css.part}`}>
      <h2 id="tags" className="visually-hidden">
        タグ
      </h2>
      <ul className={`row-2 ${css.tags}`}>
        {[...new Set(tags)].map((tag) => (
          <li key={tag}>
            <Link to={inLetters(searchPath({ q: tag }))} className={css.tag}>
              {`#${tag}`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
