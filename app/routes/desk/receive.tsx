import { useMemo } from 'react'
import { data, Link } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { alsoShowing, deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { productsToChoose } from '~/features/products/desk/queries.server.ts'
import { Choice } from '~/features/products/desk/ui/product-chooser.tsx'
import { productNumber } from '~/features/products/rules.ts'
import css from '~/features/stock/desk/ui/receive-rows.module.css'
import { ReceiveRows } from '~/features/stock/desk/ui/receive-rows.tsx'
import { receiveAll } from '~/features/stock/receiving.commands.server.ts'
import { lastReceivings, productsToReceive } from '~/features/stock/receiving.queries.server.ts'
import { productNamed, receivedBounds, rowsIn, typedReceived } from '~/features/stock/receiving.rules.ts'
import { href } from '~/href.ts'
import { mayCountStock } from '~/kernel/actor.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { readSearch } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { useDeskDraft } from '~/ui/use-desk-draft.ts'
import type { Route } from './+types/receive'

/** An empty form, and the last receivings, for who may count (K21). */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  if (!mayCountStock(personAtDesk(ctx))) throw data(null, { status: 404 })
  const requestId = ctx.newId()
  return readOrUnavailable(ctx, 'receivings', async (db) => ({ requestId, last: await lastReceivings(db) }))
}

/** Rows of a form whose unknown numbers are searched for, and what is told of each. */
const mostGuessed = 10
const guessesOfRow = 3

/** The products that the rows of a form name, and for a row whose number is none what a search finds for it. */
const productsOfRows = async (ctx: AppContext, form: FormData) => {
  const rows = rowsIn(form)
  const known = await productsToReceive(
    ctx.db,
    rows.map(({ number }) => number),
  )
  const unknown = rows.flatMap(({ number }, at) =>
    number.trim() === '' || productNamed(known, productNumber(number)) !== undefined ? [] : { at, number },
  )
  const guesses: Record<number, string> = {}
  for (const { at, number } of unknown.slice(0, mostGuessed)) {
    const found = (await productsToChoose(ctx.db, readSearch(number), null)).slice(0, guessesOfRow)
    if (found.length > 0)
      guesses[at] = `もしかして：${found.map((each) => `${each.number} ${each.name}`).join('／')}`
  }
  return { known, guesses }
}

/** 行をふやす and Enter without script: the form again, with the names of its products and what they give. */
export const action = ({ request, context }: Route.ActionArgs) => {
  const page = {
    at: {},
    done: ({ id }: { readonly id: string }) => href('/admin/receive/:id', { id, done: receiveAll.act.name }),
  }
  return deskAction(context.get(appContext), request, {
    '': alsoShowing(press(receiveAll, page), productsOfRows),
    rows: alsoShowing(
      press(receiveAll, { ...page, first: () => ({ status: 200, answer: {} }) }),
      productsOfRows,
    ),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

const emptyRows = 3
/** What 行をふやす adds without script. */
const moreRows = 10

const typedIn = (form: FormData) => ({ rows: rowsIn(form) })

export default function Receive({ loaderData, actionData }: Route.ComponentProps) {
  const { requestId, last } = loaderData
  const given = useLastAnswer(actionData)
  // One object for an answer, by which the draft knows whether it is new.
  const answer = useMemo(
    () => given && { ...given, typed: { rows: typedReceived((field) => given.typed[field] ?? '') } },
    [given],
  )
  const draft = useDeskDraft({
    name: ['receive'],
    typedIn,
    saved: { rows: [] },
    base: { requestId, version: '', drawn: '', id: '' },
    answer,
    savedAs: ['receiving.save'],
  })
  return (
    <DeskPage title="受け取り" back={href('/admin/stock')}>
      <p>
        {`届いた反物とキットを、${receivedBounds.rows}行までまとめて受け取ります。Enterで次の欄に進みます。同じ長さの反物は、本数でまとめて書けます。キットは点数だけを書きます。`}
      </p>
      <div className={css.wide}>
        <DeskForm
          requestId={requestId}
          answer={answer}
          draft={draft}
          failed="受け取れませんでした。"
          sentence="受け取ったあとでも、次の画面で取り消せます。"
          button="受け取る"
          busy="受け取っています…"
        >
          {/* What Enter presses where no script goes on to the next field. */}
          <button
            type="submit"
            name="act"
            value="rows"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          <ReceiveRows
            typed={draft.start.rows}
            errors={answer?.errors}
            known={given?.more?.known ?? []}
            guesses={given?.more?.guesses ?? {}}
            choice={(product) => <Choice number={product.number} product={product} />}
            empty={given?.act === 'rows' ? moreRows : emptyRows}
          />
        </DeskForm>
      </div>
      {last.length === 0 ? null : (
        <section aria-labelledby="last">
          <h2 id="last">これまでの受け取り</h2>
          <ul className={css.list}>
            {last.map(({ id, receivedAt, receivedBy, undoneAt, products }) => (
              <li key={id}>
                <Link to={href('/admin/receive/:id', { id })}>
                  {`${deskMoment(receivedAt)}　${products ?? 0}点の商品`}
                </Link>
                <span className="small">
                  {[receivedBy === 'owner' ? '' : receivedBy, undoneAt === null ? '' : '取り消しました']
                    .filter((text) => text !== '')
                    .join('　')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DeskPage>
  )
}
