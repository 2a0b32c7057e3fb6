import { data } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { evidenceOf } from '~/features/desk/evidence.queries.server.ts'
import { EvidenceSheet } from '~/features/desk/ui/evidence-sheet.tsx'
import { href } from '~/href.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/evidence'

/** The evidence of an order for a disputed payment; for the owner. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const evidence = await readOrUnavailable(ctx, 'evidence', (db) => evidenceOf(db, params.number))
  if (evidence === undefined) throw data(null, { status: 404 })
  return { evidence }
}

export default function EvidencePage({ loaderData: { evidence } }: Route.ComponentProps) {
  return (
    <DeskPage
      title={`カード会社への記録 ${evidence.number}`}
      back={href('/admin/orders/:number', { number: evidence.number })}
    >
      <EvidenceSheet evidence={evidence} />
    </DeskPage>
  )
}
