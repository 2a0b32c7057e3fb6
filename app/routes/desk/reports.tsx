import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { undoOutcome } from '~/features/reports/outcomes.commands.server.ts'
import { lastOutcomes, waitingCases } from '~/features/reports/outcomes.queries.server.ts'
import { CaseRows, OutcomeRows } from '~/features/reports/ui/report-rows.tsx'
import { href } from '~/href.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { doneText } from '~/kernel/facts.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/reports'

/** What people reported, oldest first, and what was decided last (N144); for the owner. */
export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return readOrUnavailable(ctx, 'reports', async (db) => ({
    ...(await waitingCases(db)),
    outcomes: await lastOutcomes(db),
    done: doneText(toldActs, url.searchParams.get('done')),
    requestId: ctx.newId(),
  }))
}

/** Takes back an outcome of the list below. */
export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(undoOutcome, {
      at: { id: '' },
      done: (_, { id }) => href('/admin/reports/:id', { id, done: undoOutcome.act.name }),
    }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { cases, total, outcomes, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  return (
    <DeskPage title="通報" back={href('/admin')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      {cases.length === 0 ? (
        <EmptyBox said="待っている通報はありません。">
          <p>作品・コメント・プロフィールへの通報が届くと、ここに並びます。</p>
        </EmptyBox>
      ) : (
        <CaseRows cases={cases} label="待っている通報" />
      )}
      {total > cases.length ? (
        <p>{`ほかに${total - cases.length}件${total < mostCounted ? '' : '以上'}あります。片づけると、続きが出ます。`}</p>
      ) : null}
      {outcomes.length === 0 ? null : (
        <section className="stack-3" aria-labelledby="settled">
          <h2 id="settled">最近の対応</h2>
          <OutcomeRows outcomes={outcomes} requestId={requestId} answer={answer} />
        </section>
      )}
    </DeskPage>
  )
}
