import { useId, useState } from 'react'
import { data } from 'react-router'
import { commentsPage } from '~/features/comments/queries.server.ts'
import { Comments } from '~/features/comments/ui/comments.tsx'
import { ownReactions } from '~/features/reactions/queries.server.ts'
import { ReactionBar, ReactionButtons, Reactions } from '~/features/reactions/ui/reactions.tsx'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { tiedMaterials } from '~/features/recipes/materials/queries.server.ts'
import { pdfBytes, recipeOfId, shopPicks } from '~/features/recipes/recipe.queries.server.ts'
import {
  shareCardPath,
  sharedPictureOf,
  structuredRecipe,
  summaryOf,
  videoHost,
  videoIdOf,
} from '~/features/recipes/recipe.rules.ts'
import { sharedText, shareLinks } from '~/features/recipes/share.rules.ts'
import { Missing, RecipeFailed, readOrUnreachable } from '~/features/recipes/ui/failed-pages.tsx'
import { RecipeInProgressStrip } from '~/features/recipes/ui/recipe-in-progress.tsx'
import { ShopPicks } from '~/features/recipes/ui/recipe-products.tsx'
import { LoadFailure } from '~/features/shop/site-pages/ui/load-failure.tsx'
import { href } from '~/href.ts'
import { machineDate } from '~/kernel/dates.ts'
import { shareCardSize } from '~/kernel/share-card.ts'
import { readOrFailure, statusOfFailure } from '~/server/read-or-failure.ts'
import { appContext, framedHostContext } from '~/services.server.ts'
import { Button, ButtonOutLink } from '~/ui/button.tsx'
import { JsonLd } from '~/ui/json-ld.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/recipe'
import css from './recipe.module.css'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const { actor } = ctx
  const asOf = ctx.now()
  const read = await readOrFailure(ctx, 'recipe', async (db) => {
    const recipe = await recipeOfId(db, actor, params.recipeId)
    if (recipe === undefined) return undefined
    const isPdf = recipe.explanationType === 'pdf'
    return {
      ...recipe,
      isOwn: actor.kind === 'member' && actor.id === recipe.author.id,
      videoId: recipe.explanationType === 'video' ? videoIdOf(recipe.youtubeUrl) : null,
      pdfBytes: isPdf ? await pdfBytes(db, recipe.pdfUrl) : null,
      own:
        actor.kind === 'member' ? ((await ownReactions(db, actor, { id: recipe.id, asOf })) ?? null) : null,
    }
  })
  if (!read.ok) return data({ failure: read.error }, { status: statusOfFailure(read.error) })
  if (read.value === undefined) return data({ missing: true as const }, { status: 404 })
  const recipe = read.value
  if (recipe.videoId !== null) context.set(framedHostContext, videoHost)
  const seed = `${recipe.id} ${machineDate(ctx.now())}`
  const shop = await readOrFailure(ctx, 'products of a recipe', async (db) => {
    const { fabrics } = await ctx.listedFabrics()
    const { unitsOfLine } = ctx
    const tied = await tiedMaterials(db, recipe, { fabrics, joined: ctx.settings.joined, unitsOfLine })
    const numbers = new Set(tied.map(({ number }) => number))
    const others = fabrics.filter(({ number }) => !numbers.has(number))
    return { tied, picks: await shopPicks(db, others, seed) }
  })
  const { searchParams } = new URL(request.url)
  const comments = await readOrFailure(ctx, 'comments', () =>
    commentsPage(ctx, actor, { recipe: recipe.id, count: searchParams.get('comments') }),
  )
  return {
    recipe,
    playsVideo: searchParams.get('video') === '1',
    ...(shop.ok ? shop.value : { tied: [], picks: [] }),
    comments,
  }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => readOrUnreachable(serverLoader)

export default function Recipe({ loaderData }: Route.ComponentProps) {
  const { origin, name } = useSiteFacts()
  if ('missing' in loaderData) return <Missing what="recipe" />
  if ('failure' in loaderData) return <RecipeFailed on="page" {...loaderData.failure} />
  const { recipe, tied, picks, playsVideo, comments } = loaderData
  const { title, author, id, likes, own } = recipe
  const picture = sharedPictureOf(recipe)
  return (
    <>
      <PageMeta
        title={`${title}（${author.name}さんの作品）`}
        description={summaryOf(recipe)}
        kind="article"
        noindex={recipe.isHidden}
        picture={
          picture && {
            url: shareCardPath(id, picture, { title, shop: name }),
            ...shareCardSize,
            alt: `${title}の写真`,
          }
        }
      />
      {recipe.isHidden ? null : <JsonLd data={structuredRecipe(recipe, origin)} />}
      <Reactions key={id} recipe={id} likes={likes} own={own}>
        <RecipeInProgressStrip
          recipe={recipe}
          tied={tied}
          playsVideo={playsVideo}
          reactions={<ReactionButtons />}
          picks={<ShopPicks picks={picks} />}
          share={
            <>
              <ShareButtons url={`${origin}${recipePath(id)}`} text={sharedText(recipe)} />
              {recipe.isOwn ? null : (
                <p>
                  <a
                    className="tap small"
                    rel="nofollow"
                    href={href('/gallery/report/:kind/:thingId', { kind: 'recipe', thingId: id })}
                  >
                    この作品を通報する
                  </a>
                </p>
              )}
            </>
          }
          comments={
            comments.ok ? (
              <Comments recipe={id} isHidden={recipe.isHidden} page={comments.value} />
            ) : (
              <LoadFailure what="コメント" {...comments.error} />
            )
          }
        />
        <ReactionBar tied={tied.length > 0} />
      </Reactions>
    </>
  )
}

/** Links to networks, and a field to copy from (R20, R21). */
function ShareButtons({ url, text }: { readonly url: string; readonly text: string }) {
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async () => {
    const field = document.getElementById(id)
    try {
      await navigator.clipboard.writeText(url)
      setSaid('リンクをコピーしました。')
    } catch {
      if (field instanceof HTMLInputElement) {
        field.focus()
        field.select()
      }
      setSaid('選んだリンクを長押しするか、コピーの操作をしてください。')
    }
  }
  return (
    <section id="share" aria-labelledby="share-heading" className="stack-3">
      <h2 id="share-heading">この作品を共有する</h2>
      <ul className="row-3">
        {shareLinks({ url, text }).map((way) => (
          <li key={way.id}>
            <ButtonOutLink href={way.href}>{way.name}</ButtonOutLink>
          </li>
        ))}
      </ul>
      <div className={`stack-3 ${css.copy}`}>
        <label htmlFor={id}>作品のリンク（Instagramなどに貼るとき）</label>
        <div className="row-2">
          <input
            id={id}
            type="url"
            name="url"
            readOnly
            value={url}
            className={css.field}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button look="secondary" onClick={() => void copy()}>
            コピー
          </Button>
        </div>
        <p role="status">{said}</p>
      </div>
    </section>
  )
}
