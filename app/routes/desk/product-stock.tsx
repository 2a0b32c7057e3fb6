import { Fragment, useState } from 'react'
import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { numberInAddress } from '~/features/products/rules.ts'
import { receivePieces, recountPieces } from '~/features/stock/counting.commands.server.ts'
import { stockAt } from '~/features/stock/desk/desk.queries.server.ts'
import { ClaimingOrder } from '~/features/stock/desk/ui/claiming-order.tsx'
import css from '~/features/stock/desk/ui/stock.module.css'
import {
  RecountForm,
  StockActs,
  StockForm,
  type StockFormProps,
} from '~/features/stock/desk/ui/stock-forms.tsx'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from '~/features/stock/ending.commands.server.ts'
import { takeWaitingCell } from '~/features/stock/feed-cells.commands.server.ts'
import { boltText, readBolt, type TypedBolt, typedBolts } from '~/features/stock/measures.rules.ts'
import {
  boltName,
  type DeskClaim,
  type DeskPiece,
  type DeskStock,
  presentLowAt,
} from '~/features/stock/rules.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { doneText } from '~/kernel/facts.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { SubmitButton, TextField } from '~/ui/form.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { useSiteFacts } from '~/ui/site-facts.tsx'
import type { Route } from './+types/product-stock'

/** A product's shelf with its claims, and the tasks for those who may count. */
function StockShelf({
  stock: { counted, isKit },
  mayCount,
  isOwner,
}: {
  readonly stock: DeskStock
  readonly mayCount: boolean
  readonly isOwner: boolean
}) {
  if (counted === null)
    return (
      <p>
        いまは数えていません。{isKit ? '点数' : '枚数'}のかぎりなく販売しています。
        {mayCount ? `${isKit ? 'キットを足すか' : '反物を受け取るか'}、数え直すと数えはじめます。` : null}
      </p>
    )
  const { pieces, short, isDoubtful } = counted
  const open = pieces.filter(({ left, claims }) => left > 0 || claims.length > 0)
  return (
    <section className={css.section} aria-labelledby="shelf">
      <h2 id="shelf">いまの在庫</h2>
      {isDoubtful ? (
        <p className={css.short}>
          つなげ方の設定が変わりました。いま何枚つなげて裁てるか、
          {mayCount ? (
            <>
              <a href="#recount">数え直してください</a>。
            </>
          ) : (
            '数え直すのを待っています。'
          )}
        </p>
      ) : null}
      {short.length === 0 ? null : (
        <div className={css.short}>
          <p>約束より在庫が少なくなっています。次のご注文の分がありません。</p>
          <Claims claims={short} isKit={isKit} isOwner={isOwner} />
        </div>
      )}
      {open.length === 0 ? <p>売り切れです。</p> : null}
      <ul className={css.pieces}>
        {open.map((piece) => (
          <Piece key={piece.label} piece={piece} isKit={isKit} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

const unitOf = (isKit: boolean) => (isKit ? '点' : '枚')

interface Shown {
  readonly isKit: boolean
  readonly isOwner: boolean
}

function Piece({ piece, isKit, isOwner }: Shown & { readonly piece: DeskPiece }) {
  const { left, lengthCm, widthCm, claims } = piece
  const measures = lengthCm === null ? '' : `${lengthCm / 100}m${widthCm === null ? '' : `×${widthCm}cm`}`
  return (
    <li className={css.piece}>
      <p>
        {isKit ? null : <strong>{`反物 ${boltName(piece)}`}</strong>} 残り
        <strong>{`${left}${unitOf(isKit)}`}</strong>
        {measures === '' ? null : <small>{`（受け取ったとき ${measures}）`}</small>}
      </p>
      <Claims claims={claims} isKit={isKit} isOwner={isOwner} />
    </li>
  )
}

function Claims({ claims, isKit, isOwner }: Shown & { readonly claims: readonly DeskClaim[] }) {
  if (claims.length === 0) return null
  return (
    <ul className={css.claims}>
      {claims.map(({ order, units, held, isPaid }) => (
        <li key={`${order} ${units}`}>
          <ClaimingOrder order={order} isPaid={isPaid} isOwner={isOwner} />
          {`　${units}${unitOf(isKit)}${held ? '（お支払い中）' : '（約束ずみ）'}`}
        </li>
      ))}
    </ul>
  )
}

const noBolt = { length: '', width: '', strips: '' }
const firstRows = 2

/** 反物を受け取る: bolts by length and width, with the computed pieces. */
function ReceiveForm(props: StockFormProps) {
  const { stock, answer } = props
  const own = answer?.act === 'receive' || answer?.act === 'reckon' ? answer : undefined
  const typed = typedBolts((name) => own?.typed[name] ?? '')
  const [rows, setRows] = useState(
    Math.max(firstRows, typed.findLastIndex(({ length }) => length !== '') + 1),
  )
  return (
    <section className={css.section} aria-labelledby="receive">
      <h2 id="receive">{stock.isKit ? 'キットを足す' : '反物を受け取る'}</h2>
      <StockForm act="receive" failed="受け取れませんでした。" {...props}>
        {stock.isKit ? (
          <TextField
            name="units"
            label="点数"
            inputMode="numeric"
            required
            defaultValue={own?.typed.units}
            error={own?.errors?.units}
          />
        ) : (
          Array.from({ length: rows }, (_, at) => (
            <Bolt
              key={at}
              at={at}
              typed={typed[at] ?? noBolt}
              widthCm={stock.widthCm}
              error={own?.errors?.[`length-${at}`]}
            />
          ))
        )}
        <div className="row-3">
          <SubmitButton busy="受け取っています…" name="act" value="receive">
            受け取る
          </SubmitButton>
          {stock.isKit ? null : (
            <>
              {rows < 6 ? (
                <Button look="quiet" onClick={() => setRows(rows + 1)}>
                  反物をもう1本
                </Button>
              ) : null}
              <noscript>
                <button type="submit" name="act" value="reckon">
                  計算する
                </button>
              </noscript>
            </>
          )}
        </div>
      </StockForm>
    </section>
  )
}

function Bolt({
  at,
  typed,
  widthCm,
  error,
}: {
  readonly at: number
  readonly typed: TypedBolt
  readonly widthCm: number | null
  readonly error: string | undefined
}) {
  const { joined } = useSiteFacts()
  const [bolt, setBolt] = useState(typed)
  const read = readBolt(bolt, { joined, widthCm })
  const set = (name: keyof TypedBolt) => (value: string) => setBolt((now) => ({ ...now, [name]: value }))
  return (
    <fieldset className={css.bolt}>
      <legend>{`${at + 1}本目`}</legend>
      <TextField
        name={`length-${at}`}
        label="長さ（m）"
        unmarked
        defaultValue={typed.length}
        error={error}
        onValue={set('length')}
      />
      <TextField
        name={`width-${at}`}
        label="巾（cm）"
        unmarked
        inputMode="numeric"
        defaultValue={typed.width}
        placeholder={widthCm === null ? '' : String(widthCm)}
        onValue={set('width')}
      />
      <TextField
        name={`strips-${at}`}
        label="横に何本とれるか"
        unmarked
        inputMode="numeric"
        defaultValue={typed.strips}
        placeholder="自動"
        onValue={set('strips')}
      />
      <p role="status">{bolt.length.trim() === '' || !read.ok ? '' : boltText(read.value, joined)}</p>
    </fieldset>
  )
}

/** The stock of a product; packers may view it, and count where the owner allows it (K21). */
export const loader = async ({ request, params, context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  const stock = await stockAt(ctx.db, params.number)
  if (stock === undefined) throw data(null, { status: 404 })
  return {
    stock,
    lowAtDrawn: drawnWith(
      presentLowAt({ version: stock.version, lowAt: String(stock.counted?.lowAt ?? '') }),
    ),
    isOwner: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    done: doneText(toldActs, new URL(request.url).searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = ({ request, params, context }: Route.ActionArgs) => {
  const page = ({ act: { name } }: { readonly act: { readonly name: string } }) => ({
    at: params,
    done: (_: null, { number }: { readonly number: string }) =>
      href('/admin/products/:number/stock', { number: numberInAddress(number), done: name }),
  })
  return deskAction(context.get(appContext), request, {
    receive: press(receivePieces, page(receivePieces)),
    // 計算する, without script: the form again, with what the bolts give.
    reckon: press(receivePieces, { ...page(receivePieces), first: () => ({ status: 200, answer: {} }) }),
    recount: press(recountPieces, page(recountPieces)),
    'low-at': press(setLowAt, page(setLowAt)),
    'sell-out': press(sellOut, page(sellOut)),
    undo: press(undoSoldOut, page(undoSoldOut)),
    feed: press(takeWaitingCell, page(takeWaitingCell)),
    uncount: press(stopCounting, page(stopCounting)),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ProductStock({ loaderData, actionData }: Route.ComponentProps) {
  const { stock, lowAtDrawn, isOwner, mayCount, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, name, version } = stock
  const form = { stock, lowAtDrawn, requestId, answer }
  return (
    <DeskPage title="在庫" back={href('/admin/products/:number', { number: numberInAddress(number) })}>
      <p>{`${name}（${number}）`}</p>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <StockShelf stock={stock} mayCount={mayCount} isOwner={isOwner} />
      {mayCount ? (
        <Fragment key={version}>
          <ReceiveForm {...form} />
          <RecountForm {...form} />
          <StockActs {...form} isOwner={isOwner} />
        </Fragment>
      ) : null}
      {mayCount ? (
        <ButtonLink look="secondary" to={href('/admin/stock')}>
          在庫の一覧
        </ButtonLink>
      ) : null}
    </DeskPage>
  )
}
