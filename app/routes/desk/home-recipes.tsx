import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { Picture } from '~/features/pictures/ui/picture.tsx'
import { changeHomeShelf } from '~/features/recipes/home-shelf.commands.server.ts'
import { chosenOfDesk, recipesToChoose } from '~/features/recipes/home-shelf.queries.server.ts'
import { homeShelfSize } from '~/features/recipes/home-shelf.rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import css from '~/features/recipes/ui/home-shelf.module.css'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { listOrderMark } from '~/kernel/list-order.ts'
import { readSearch } from '~/kernel/search-text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { FormCard, SubmitButton } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { SearchBox } from '~/ui/search-box.tsx'
import { useOrder } from '~/ui/use-order.tsx'
import type { Route } from './+types/home-recipes'

/** The recipes of the shop's home, and what `?q=` finds to put there; for the owner. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const q = readSearch(url.searchParams.get('q'))
  return readOrUnavailable(ctx, 'recipes of the home', async (db) => ({
    chosen: await chosenOfDesk(db),
    q,
    found: await recipesToChoose(db, q),
    done: doneText(toldActs, url.searchParams.get('done')),
    requestId: ctx.newId(),
  }))
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(changeHomeShelf, {
      at: {},
      done: () => href('/admin/home-recipes', { done: changeHomeShelf.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

type Loaded = Route.ComponentProps['loaderData']

interface Act {
  readonly name: string
  readonly text: string
  readonly label: string
}

function Recipe({
  id,
  card,
  acts,
  mark,
  requestId,
  children,
}: Loaded['chosen'][number] & {
  readonly acts: readonly Act[]
  readonly children?: ReactNode
  readonly mark: string
  readonly requestId: string
}) {
  return (
    <li className={css.row}>
      <span className={css.picture}>
        {card === null ? null : <Picture url={card.mainImageUrl} alt="" sizes="4.5rem" />}
      </span>
      <span className={css.words}>
        {card === null ? (
          '公開されていない作品です。隠されているか、消されたので、ホームには出ません。'
        ) : (
          <>
            <Link className="tap" to={recipePath(id)}>
              {card.title}
            </Link>
            <small>{`${card.author.name}さん　いいね ${card.likes}`}</small>
          </>
        )}
      </span>
      <div className={css.acts}>
        <FormCard failed="ホームの作品を変えられませんでした。">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={mark} />
          <input type="hidden" name="requestId" value={`${requestId} ${id}`} />
          <span className={`row-3 ${css.buttons}`}>
            {acts.map(({ name, text, label }) => (
              <SubmitButton key={name} busy="…" look="secondary" name="way" value={name} aria-label={label}>
                {text}
              </SubmitButton>
            ))}
          </span>
        </FormCard>
        {children}
      </div>
    </li>
  )
}

function Chosen({ chosen, requestId }: Pick<Loaded, 'chosen' | 'requestId'>) {
  const mark = listOrderMark(chosen.map(({ id }) => id))
  const actsAt = (at: number, name: string): Act[] => [
    ...(at > 0 ? [{ name: 'up', text: '↑', label: `${name}を前へ` }] : []),
    ...(at < chosen.length - 1 ? [{ name: 'down', text: '↓', label: `${name}を後ろへ` }] : []),
    { name: 'remove', text: '外す', label: `${name}を外す` },
  ]
  const nameOf = (card: Loaded['chosen'][number]['card']) => card?.title ?? '公開されていない作品'
  const ids = chosen.map(({ id }) => id)
  const failed = 'ホームの作品を変えられませんでした。'
  const { shown, handle, told } = useOrder({ ids, version: mark, requestId, failed })
  const rows = shown.flatMap((id) => chosen.find((each) => each.id === id) ?? [])
  return (
    <>
      {told}
      <ol className={css.rows}>
        {rows.map(({ id, card }, at) => (
          <Recipe key={id} {...{ id, card, mark, requestId }} acts={actsAt(at, nameOf(card))}>
            {handle(nameOf(card))}
          </Recipe>
        ))}
      </ol>
    </>
  )
}

function Found({ chosen, found, q, requestId }: Pick<Loaded, 'chosen' | 'found' | 'q' | 'requestId'>) {
  const mark = listOrderMark(chosen.map(({ id }) => id))
  const isChosen = (id: string) => chosen.some((each) => each.id === id)
  if (q === '') return null
  if (found.length === 0) return <p>{`「${q}」の作品は見つかりません。`}</p>
  return (
    <ul className={css.rows} aria-label="見つかった作品">
      {found.map((card) => (
        <Recipe
          key={card.id}
          id={card.id}
          card={card}
          acts={
            isChosen(card.id)
              ? []
              : [{ name: 'add', text: 'ホームに載せる', label: `${card.title}をホームに載せる` }]
          }
          mark={mark}
          requestId={requestId}
        />
      ))}
    </ul>
  )
}

export default function HomeRecipes({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, done } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="ホームの作品" back={href('/admin/shop')}>
      {answer?.failure === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <p>
        {`お店のホームの「みんなの作品」に載せる作品を、${homeShelfSize}点まで選べます。足りない分には、人気の作品が並びます。`}
      </p>
      {chosen.length === 0 ? <p>いまは選んでいません。人気の作品が並んでいます。</p> : null}
      <Chosen {...loaderData} />
      <section className="stack-3" aria-labelledby="more">
        <h2 id="more">作品を加える</h2>
        <SearchBox action={href('/admin/home-recipes')} label="作品の名前かアドレス" q={loaderData.q} />
        <Found {...loaderData} />
      </section>
      <ButtonLink look="secondary" to={href('/')}>
        お店のホームを見る
      </ButtonLink>
    </DeskPage>
  )
}
