import { data } from 'react-router'
import { toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import {
  hideReported,
  keepReported,
  stopBothReported,
  stopPostingReported,
  suspendReported,
  undoOutcome,
} from '~/features/reports/outcomes.commands.server.ts'
import { caseOfDesk } from '~/features/reports/outcomes.queries.server.ts'
import { Decision } from '~/features/reports/ui/decision.tsx'
import { CaseRows, OutcomeRows } from '~/features/reports/ui/report-rows.tsx'
import { Author, ReportList, Seen } from '~/features/reports/ui/reported.tsx'
import { href } from '~/href.ts'
import { doneText } from '~/kernel/facts.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/report-case'

/** One thing as it was seen, its reports, its author and what was decided before (N144); for the owner. */
export const loader = async ({ params, context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const shown = await readOrUnavailable(
    ctx,
    'a report',
    async (db) => (await caseOfDesk(db, params.id)) ?? null,
  )
  if (shown === null) throw data(null, { status: 404 })
  return { shown, done: doneText(toldActs, url.searchParams.get('done')), requestId: ctx.newId() }
}

/** Back to the queue, where the undo stands beside what was done. */
const toQueue = (name: string) => () => href('/admin/reports', { done: name })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  deskAction(context.get(appContext), request, {
    keep: press(keepReported, { at: params, done: toQueue(keepReported.act.name) }),
    hide: press(hideReported, { at: params, done: toQueue(hideReported.act.name) }),
    'stop-posting': press(stopPostingReported, { at: params, done: toQueue(stopPostingReported.act.name) }),
    'stop-both': press(stopBothReported, { at: params, done: toQueue(stopBothReported.act.name) }),
    suspend: press(suspendReported, { at: params, done: toQueue(suspendReported.act.name) }),
    undo: press(undoOutcome, {
      at: params,
      done: (_, { id }) => href('/admin/reports/:id', { id, done: undoOutcome.act.name }),
    }),
  })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

export default function ReportCase({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, done, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  const { what, waiting, earlier, ofAuthor, outcomesOfAuthor } = shown
  const isUndo = answer?.act === 'undo'
  return (
    <DeskPage title={`通報：${what}`} back={href('/admin/reports')}>
      {done === null || answer !== undefined ? null : (
        <Notice kind="good" announce>
          {done}
        </Notice>
      )}
      <Seen shown={shown} />
      {waiting === 0 ? (
        <>
          {isUndo || answer?.failure === undefined ? null : <Notice kind="error">{answer.failure}</Notice>}
          <Notice>待っている通報はありません。</Notice>
        </>
      ) : (
        <>
          <ReportList shown={shown} />
          <Decision shown={shown} requestId={requestId} answer={isUndo ? undefined : answer} />
        </>
      )}
      <Author shown={shown} />
      {ofAuthor.length === 0 ? null : (
        <section className="stack-3" aria-labelledby="others">
          <h2 id="others">同じ方への、ほかの通報</h2>
          <CaseRows cases={ofAuthor} label="同じ方への、ほかの通報" />
        </section>
      )}
      {earlier.length === 0 ? null : (
        <section className="stack-3" aria-labelledby="earlier">
          <h2 id="earlier">これまでの対応</h2>
          <OutcomeRows outcomes={earlier} requestId={requestId} answer={isUndo ? answer : undefined} />
        </section>
      )}
      {outcomesOfAuthor.length === 0 ? null : (
        <section className="stack-3" aria-labelledby="of-author">
          <h2 id="of-author">同じ方への、これまでの対応</h2>
          <OutcomeRows outcomes={outcomesOfAuthor} requestId={requestId} />
        </section>
      )}
    </DeskPage>
  )
}
