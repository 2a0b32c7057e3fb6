import { data, redirect } from 'react-router'
import { takeReport } from '~/features/reports/form.server.ts'
import { kindNames, reportKindOf } from '~/features/reports/rules.ts'
import { reportableThing } from '~/features/reports/seen.queries.server.ts'
import { reportRefusals } from '~/features/reports/texts.ts'
import { ReportForm } from '~/features/reports/ui/report-form.tsx'
import css from '~/features/reports/ui/reports.module.css'
import { href } from '~/href.ts'
import { summaryLine } from '~/kernel/text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/report'

const shownCharacters = 120

/** The thing that would be reported, or that there is none to see (R50); `done=1` after a report. */
export const loader = async ({ params, context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const kind = reportKindOf(params.kind)
  if (url.searchParams.get('done') === '1') return { shown: 'done' as const }
  if (kind === undefined) return data({ shown: 'none' as const }, { status: 404 })
  const thing = await readOrUnavailable(ctx, 'what is reported', async (db) =>
    reportableThing(db, ctx.actor, kind, params.thingId),
  )
  if (thing === undefined) return data({ shown: 'none' as const }, { status: 404 })
  const { authorId, authorName, path, seen } = thing
  return {
    shown: 'form' as const,
    kind,
    path,
    authorName,
    isOwn: ctx.actor.kind === 'member' && ctx.actor.id === authorId,
    title: summaryLine(kind === 'comment' ? seen.text : seen.title, shownCharacters),
  }
}

/** Takes a report, and shows the same page again with what is wrong. */
export const action = async ({ request, params, context }: Route.ActionArgs) => {
  const kind = reportKindOf(params.kind)
  if (kind === undefined) throw data(null, { status: 404 })
  const refused = await takeReport(context.get(appContext), request, { kind, id: params.thingId })
  if (refused !== null) return data(refused.answer, { status: refused.status })
  return redirect(href('/gallery/report/:kind/:thingId', { ...params, done: '1' }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

/** 404: the thing went meanwhile, which the loader shows. */
export const shouldRevalidate = reloadAfter([404])

const heading = '通報する'

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  if (loaderData.shown !== 'form')
    return (
      <Page narrow heading={loaderData.shown === 'done' ? '通報を受け付けました' : heading}>
        <PageMeta title={heading} noindex />
        {loaderData.shown === 'done' ? (
          <Notice kind="good" announce>
            お知らせいただき、ありがとうございます。お店の人が確認します。だれが通報したかを、投稿した方に伝えることはありません。
          </Notice>
        ) : (
          <p>{reportRefusals.not_there.text}</p>
        )}
        <p>
          <ButtonLink look="secondary" to={href('/gallery')}>
            ギャラリーへ
          </ButtonLink>
        </p>
      </Page>
    )
  const { kind, path, authorName, isOwn, title } = loaderData
  return (
    <Page narrow heading={heading}>
      <PageMeta title={heading} noindex />
      <div className="stack-5">
        <div className={css.seen}>
          <p className={css.about}>{`${authorName}さんの${kindNames[kind]}`}</p>
          <p>{title}</p>
        </div>
        {isOwn ? (
          <Notice>{reportRefusals.own.text}</Notice>
        ) : (
          <>
            <p>
              気になる内容を、お店に知らせます。会員登録は要りません。通報の数だけで投稿が消えることはなく、お店の人が読んで決めます。
            </p>
            <ReportForm answer={answer} />
          </>
        )}
        <p>
          <ButtonLink look="secondary" to={path}>
            もどる
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
