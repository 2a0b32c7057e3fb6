import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { foundFabric } from '~/features/orders/parcel/found-fabric.commands.server.ts'
import { packingAsked } from '~/features/orders/parcel/rules.ts'
import { packingAddress } from '~/features/orders/parcel/ui/page-links.tsx'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { lostIn, orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/found-fabric'

const packing = ({ searchParams }: URL) => {
  const { page, ...shown } = packingAsked(searchParams)
  return packingAddress({ ...shown, page: Number(/^\d{1,4}$/.test(page ?? '') ? page : 1) })
}

export const loader = ({ url, context }: Route.LoaderArgs) => {
  personAtDesk(context.get(appContext))
  return { back: packing(url) }
}

/** 布はありました: says of a line of 発送作業 that its cloth was there (K33). */
export const action = ({ request, url, context }: Route.ActionArgs) =>
  deskAction(context.get(appContext), request, press(foundFabric, { at: {}, done: () => packing(url) }))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** Where a press of 発送作業 leads that was refused without script. */
export default function FoundFabric({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="布はありました" back={loaderData.back}>
      {lostIn(actionData) === null ? null : <Notice kind="error">送れませんでした。</Notice>}
      {answer?.failure === undefined ? (
        <p>「布はありました」は、発送作業の商品のところで押します。</p>
      ) : (
        <Notice kind="error">{answer.failure}</Notice>
      )}
      <ButtonLink look="secondary" to={loaderData.back}>
        発送作業に戻る
      </ButtonLink>
    </DeskPage>
  )
}
