import { printPage } from '~/features/orders/parcel/queries.server.ts'
import { PrintFoot } from '~/features/orders/parcel/ui/print-foot.tsx'
import { NoteSheet, PickList } from '~/features/orders/parcel/ui/print-sheets.tsx'
import { href } from '~/href.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/packing-print'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  printPage(context.get(appContext), new URL(request.url).searchParams.get('page'))

/** Pick list and delivery notes in one print. */
export default function PackingPrint({ loaderData }: Route.ComponentProps) {
  const { notes, picks, total } = loaderData
  return (
    <DeskPage
      title="印刷"
      back={href('/admin/packing')}
      foot={total === 0 ? undefined : <PrintFoot {...loaderData} notes={notes.length} />}
    >
      {total === 0 ? (
        <p>発送するものはありません。</p>
      ) : (
        <>
          <PickList products={picks} />
          {notes.map((order) => (
            <NoteSheet key={order.number} order={order} />
          ))}
        </>
      )}
    </DeskPage>
  )
}
