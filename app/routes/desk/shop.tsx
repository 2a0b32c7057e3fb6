import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press, type Shown } from '~/features/desk/access/desk-action.server.ts'
import { shopView } from '~/features/desk/shop.queries.server.ts'
import type { ShopView } from '~/features/desk/shop.rules.ts'
import { sendTestMail } from '~/features/desk/test-mail.commands.server.ts'
import { testMailId, testMailOutcome } from '~/features/desk/test-mail.rules.ts'
import { ShopDesk } from '~/features/desk/ui/shop-desk.tsx'
import { RefusedWithoutForm } from '~/features/desk/ui/shop-form.tsx'
import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { productsNumbered, productsToChoose } from '~/features/products/desk/queries.server.ts'
import { type ProductChoice, whatWasFound } from '~/features/products/desk/rules.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { readSearch } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { appContext } from '~/services.server.ts'
import { type DeskLink, DeskLinks } from '~/ui/desk-links.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/shop'

/** Whether the shop is open, and which products are not on sale; for the owner. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const given = new URL(request.url).searchParams.get('done')
  return {
    ...(await shopView(ctx)),
    done: doneText(toldActs, given),
    isMailTried: given === sendTestMail.act.name,
  }
}

export const action = ({ context, request }: Route.ActionArgs) => {
  const page = ({ act: { name } }: { readonly act: { readonly name: string } }) => ({
    at: {},
    done: () => href('/admin/shop', { done: name }),
  })
  return deskAction(context.get(appContext), request, {
    close: press(closeShop, page(closeShop)),
    open: press(openShop, page(openShop)),
    holiday: press(planHoliday, page(planHoliday)),
    'no-holiday': press(cancelHoliday, page(cancelHoliday)),
    'close-product': press(closeItem, {
      ...page(closeItem),
      first: async ({ db }, { number }) => chooseFirst(db, number),
    }),
    'open-product': press(openItem, page(openItem)),
    'test-mail': press(sendTestMail, page(sendTestMail)),
  })
}

/** For a text that is no number: what was found, to choose from; null to go on. */
const chooseFirst = async (db: AppContext['db'], typed: string): Promise<Shown<FoundToClose> | null> => {
  if ((await productsNumbered(db, [typed], null)).length > 0) return null
  const found = await productsToChoose(db, readSearch(typed), null)
  const number = whatWasFound(typed, found.length)
  return { status: 422, answer: { errors: { number } }, more: { found } }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

interface FoundToClose {
  readonly found: readonly ProductChoice[]
}

const contents: readonly DeskLink[] = [
  {
    to: href('/admin/lists/:list', { list: 'news' }),
    name: 'お知らせ',
    about: 'ホームのお知らせを書く、日を決めて出す',
  },
  {
    to: href('/admin/lists/:list', { list: 'collaborations' }),
    name: 'コラボ',
    about: 'コラボの商品を載せる、並べる、日を決めて出す',
  },
  {
    to: href('/admin/home-recipes'),
    name: 'ホームの作品',
    about: 'ホームの「みんなの作品」を選ぶ、並べる',
  },
  { to: href('/admin/settings'), name: 'お店の設定', about: '送料・文・営業時間・販売業者と登録番号' },
]

function DoneNotice({
  done,
  isMailTried,
  view,
}: {
  readonly done: string
  readonly isMailTried: boolean
  readonly view: ShopView
}) {
  if (!isMailTried)
    return (
      <Notice kind="good" announce>
        {done}
      </Notice>
    )
  const { isSent, text } = testMailOutcome(view.testMail.last ?? { steps: null })
  return (
    <Notice kind={isSent ? 'good' : 'error'} announce>
      {text} <a href={`#${testMailId}`}>どこまで進んだか</a>
    </Notice>
  )
}

export default function Shop({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const { done, isMailTried } = loaderData
  return (
    <DeskPage title="お店">
      {done === null || answer !== undefined ? null : (
        <DoneNotice done={done} isMailTried={isMailTried} view={loaderData} />
      )}
      <RefusedWithoutForm answer={answer} view={loaderData} />
      <ShopDesk view={loaderData} answer={answer} found={answer?.more?.found ?? []} />
      <DeskLinks label="お店の内容" links={contents} />
    </DeskPage>
  )
}
