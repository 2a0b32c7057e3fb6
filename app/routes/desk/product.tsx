import { type ReactNode, useId, useState } from 'react'
import { data } from 'react-router'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { alsoShowing, deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { closeItem, openItem } from '~/features/products/closing.commands.server.ts'
import { saveProduct } from '~/features/products/desk/commands.server.ts'
import { deskProduct, fabricChoices, sistersOf } from '~/features/products/desk/queries.server.ts'
import type { DeskProduct } from '~/features/products/desk/rules.ts'
import { giveToFeed, holdAtDesk, saveAddition } from '~/features/products/desk/source.commands.server.ts'
import { type Done, doneOf, doneTexts } from '~/features/products/desk/texts.ts'
import {
  presentAddition,
  presentProduct,
  previewOf,
  typedIn,
  typedOf,
  typedProduct,
} from '~/features/products/desk/typed.rules.ts'
import {
  actFailed,
  BesideProduct,
  sellOutForm,
  sellOutWords,
} from '~/features/products/desk/ui/beside-product.tsx'
import css from '~/features/products/desk/ui/product-desk.module.css'
import { ProductForm } from '~/features/products/desk/ui/product-form.tsx'
import layout from '~/features/products/desk/ui/product-layout.module.css'
import { deskProductPath } from '~/features/products/desk/ui/product-path.ts'
import { ProductPhotos } from '~/features/products/desk/ui/product-photos.tsx'
import { ProductPreview } from '~/features/products/desk/ui/product-preview.tsx'
import { mostAdded } from '~/features/products/feed/additions.rules.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { heldPriceText } from '~/features/products/price-guard.rules.ts'
import { showsFeed } from '~/features/products/queries.server.ts'
import { numberInAddress, numbersWritten, productPath, publishedStatus } from '~/features/products/rules.ts'
import { deskStock } from '~/features/stock/desk/desk.queries.server.ts'
import { sellOut } from '~/features/stock/ending.commands.server.ts'
import { href } from '~/href.ts'
import { isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { drawnWith } from '~/server/merged-form.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { ValueFields } from '~/ui/chosen-above.tsx'
import { type DeskAnswer, DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage, DeskPageLinks } from '~/ui/desk-page.tsx'
import { BusyForm, FormCard, SubmitButton } from '~/ui/form.tsx'
import { useLostHere } from '~/ui/form-card.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { WaysToNeighbours } from '~/ui/ways-to-neighbours.tsx'
import type { Route } from './+types/product'

interface Parts {
  readonly product: DeskProduct
  readonly requestId: string
  readonly answer: DeskAnswer | undefined
}

function ActForm({
  act,
  button,
  requestId,
  version,
  answer,
  look = 'secondary',
  id,
  lostHere,
  children,
}: Pick<Parts, 'requestId' | 'answer'> & {
  readonly id?: string
  readonly lostHere?: ReturnType<typeof useLostHere>
  readonly act: string
  readonly button: string
  readonly version: number
  readonly look?: 'primary' | 'secondary' | 'quiet'
  readonly children?: ReactNode
}) {
  return (
    <FormCard
      {...(id === undefined ? {} : { id })}
      {...(lostHere === undefined ? {} : { lostHere })}
      failed={actFailed(button)}
      failure={answer?.act === act ? answer.failure : undefined}
    >
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="requestId" value={`${requestId} ${act}`} />
      <input type="hidden" name="version" value={version} />
      {children}
      <SubmitButton busy="送っています…" look={look}>
        {button}
      </SubmitButton>
    </FormCard>
  )
}

/** A price waiting for the owner's confirmation (P35). */
function HeldPriceOf({ product, requestId, answer }: Parts) {
  const { heldPrice, version } = product
  if (heldPrice === null) return null
  const { price, formerPrice } = heldPrice
  const form = { requestId, version, answer }
  return (
    <section className={`stack-3 ${css.section}`} aria-label="価格の確認">
      <h2>価格の確認</h2>
      <p>
        {heldPriceText({ price, formerPrice })}{' '}
        {formerPrice === null
          ? '合っていますか。お確かめいただくまで「価格確認中」とし、販売しません。違うときは、価格を直して保存してください。'
          : '合っていますか。お確かめいただくまで、これまでの価格で販売します。'}
      </p>
      <div className={`row-3 ${css.acts}`}>
        <ActForm act="accept" button="この価格にする" look="primary" {...form}>
          <input type="hidden" name="price" value={price} />
        </ActForm>
        {formerPrice === null ? null : (
          <ActForm act="keep" button="そのまま" {...form}>
            <input type="hidden" name="price" value={price} />
          </ActForm>
        )}
      </div>
    </section>
  )
}

/** A product's other acts: paused, held by the desk or the feed. */
function ProductActs({ product, requestId, answer, hasFeed }: Parts & { readonly hasFeed: boolean }) {
  const { suspended, source, type, version, feedRow } = product
  const form = { requestId, version, answer }
  return (
    <section className={`stack-3 ${css.section}`} aria-label="この商品の扱い">
      <h2>この商品の扱い</h2>
      <div className={`row-3 ${css.acts}`}>
        {suspended ? (
          <ActForm act="open" button="販売を再開する" {...form} />
        ) : (
          <ActForm act="close" button="販売を休止する" {...form} />
        )}
        {source === 'feed' ? <ActForm act="take" button="この生地を画面で持つ" {...form} /> : null}
        {hasFeed && source === 'own' && type === 'fabric' ? (
          <ActForm act="give" button="表にゆずる" {...form} />
        ) : null}
      </div>
      {source === 'feed' ? (
        <p>名前・色・価格・写真などは、表{feedRow === null ? '' : `の${feedRow}行目`}で直します。</p>
      ) : null}
    </section>
  )
}

/** The desk's additions to a feed fabric: position and further photographs (N48). */
function FeedAddition({
  product: { added, version },
  drawn,
  requestId,
  answer,
}: Parts & { readonly drawn: string }) {
  const id = useId()
  const own = answer?.act === 'add' ? answer : undefined
  const [isBusy, setBusy] = useState(false)
  return (
    <section className={`stack-3 ${css.section}`} aria-label="順番とほかの写真">
      <h2>順番とほかの写真</h2>
      <p>表を読み込み直しても、ここで決めた順番と加えた写真は残ります。</p>
      <BusyForm value={isBusy}>
        <DeskForm
          requestId={`${requestId} add`}
          version={version}
          drawn={drawn}
          answer={own}
          failed="順番と写真を保存できませんでした。"
          button="順番と写真を保存する"
          busy={isBusy ? '写真を送っています…' : '保存しています…'}
        >
          <input type="hidden" name="act" value="add" />
          <ValueFields name="pictures">
            <ProductPhotos
              pictures={own === undefined ? added.pictures : typedIn(own.typed).pictures}
              error={own?.errors?.pictures}
              hint={`表の写真の後ろに出ます。${mostAdded}枚まで。`}
              onBusy={setBusy}
            />
          </ValueFields>
          <div className={css.select}>
            <label htmlFor={id}>一覧での順番</label>
            <select id={id} name="place" defaultValue={own?.typed.place ?? 'kept'}>
              <option value="kept">{added.hasPlace ? 'いまの場所' : '表の順番'}</option>
              {added.hasPlace ? <option value="feed">表の順番</option> : null}
              <option value="first">いちばん前</option>
              <option value="last">いちばん後ろ</option>
            </select>
          </div>
        </DeskForm>
      </BusyForm>
    </section>
  )
}

const productOf = async ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  for (const number of numbersWritten(params.number)) {
    const product = await deskProduct(ctx.db, number)
    if (product !== undefined) return { ctx, actor, product }
  }
  throw data(null, { status: 404 })
}

/** A product as stored; packers may view it. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, actor, product } = await productOf(args)
  return {
    product,
    start: typedOf(product),
    drawn: drawnWith(presentProduct(product)),
    addedDrawn: drawnWith(presentAddition(product)),
    known: (await fabricChoices(ctx.db, product.kit?.fabricNumbers ?? '')).known,
    mayWrite: isShopOwner(actor),
    mayCount: mayCountStock(actor),
    stock: mayCountStock(actor) ? await deskStock(ctx.db, product.number) : undefined,
    sisters: await sistersOf(ctx.db, product),
    hasFeed: await showsFeed(ctx.db),
    done: doneOf(new URL(args.request.url).searchParams.get('done')),
    requestId: ctx.newId(),
  }
}

export const action = (args: Route.ActionArgs) =>
  deskAction(args.context.get(appContext), args.request, async () => {
    const { number, type } = (await productOf(args)).product
    const leadingOn = (done: Done) => ({ at: { number }, done: () => deskProductPath(number, done) })
    return {
      save: alsoShowing(
        press(saveProduct, {
          at: { number, type },
          done: ({ held }) => deskProductPath(number, held ? 'held' : 'saved'),
        }),
        ({ db }, form) =>
          fabricChoices(db, typedProduct(form).fabricNumbers, fieldOf(form, 'fabricNumbersSearch')),
      ),
      'sell-out': press(sellOut, leadingOn('sold-out')),
      close: press(closeItem, leadingOn('closed')),
      open: press(openItem, leadingOn('opened')),
      take: press(holdAtDesk, leadingOn('taken')),
      give: press(giveToFeed, leadingOn('given')),
      add: press(saveAddition, leadingOn('added')),
      accept: press(acceptPrice, leadingOn('accepted')),
      keep: press(keepPrice, leadingOn('kept')),
    }
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409], ['save', 'add'])

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { product, start, drawn, addedDrawn, known, mayWrite, mayCount, hasFeed, done, requestId } =
    loaderData
  const { stock, sisters } = loaderData
  const answer = useLastAnswer(actionData)
  const { number, type, source, status } = product
  const mayEdit = mayWrite && source !== 'feed'
  const soldOutLost = useLostHere()
  const beside = (
    <BesideProduct
      product={product}
      stock={stock}
      sisters={sisters}
      mayCount={mayCount}
      failure={answer?.act === 'sell-out' ? answer.failure : undefined}
      lost={soldOutLost.lost}
    />
  )
  return (
    <DeskPage title={number} back={href('/admin/products')} beside={<WaysToNeighbours of="商品" />}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {doneTexts[done]}
        </Notice>
      )}
      <div className={`row-2 ${css.acts}`}>
        <DeskPageLinks label="この商品のページ">
          <ButtonLink
            look="secondary"
            to={href('/admin/products/:number/stock', { number: numberInAddress(number) })}
          >
            在庫
          </ButtonLink>
          {mayWrite ? (
            <ButtonLink look="secondary" to={href('/admin/products/new', { from: number })}>
              色ちがいを作る
            </ButtonLink>
          ) : null}
          {status === publishedStatus ? (
            <ButtonLink look="secondary" to={productPath(product)}>
              お客様のページを見る
            </ButtonLink>
          ) : null}
        </DeskPageLinks>
        {mayCount && !product.soldOut ? (
          <div className={layout.sellOut}>
            <ActForm
              id={sellOutForm}
              lostHere={soldOutLost}
              act="sell-out"
              button={sellOutWords}
              requestId={requestId}
              version={product.stockVersion}
              answer={answer}
            />
          </div>
        ) : null}
      </div>
      {mayWrite ? <HeldPriceOf product={product} requestId={requestId} answer={answer} /> : null}
      {mayEdit ? (
        <ProductForm
          key={`${number} ${product.version}`}
          start={start}
          known={known}
          chosen={answer?.more}
          type={type}
          version={product.version}
          drawn={drawn}
          requestId={requestId}
          answer={answer?.act === 'save' ? answer : undefined}
          beside={beside}
        />
      ) : (
        <div className={layout.shown}>
          <div className={layout.side}>
            <ProductPreview preview={previewOf(start, type)} fabrics={known} />
            <div className={layout.wide}>{beside}</div>
          </div>
          {mayWrite ? (
            <div className={layout.fields}>
              <FeedAddition
                key={product.version}
                product={product}
                drawn={addedDrawn}
                requestId={requestId}
                answer={answer}
              />
            </div>
          ) : null}
        </div>
      )}
      {mayWrite ? (
        <ProductActs product={product} requestId={requestId} answer={answer} hasFeed={hasFeed} />
      ) : null}
    </DeskPage>
  )
}
