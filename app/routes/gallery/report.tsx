import { useEffect, useState } from 'react'
import { data, redirect, useNavigationType } from 'react-router'
import { takeReport } from '~/features/reports/form.server.ts'
import { kindNames, type ReportKind, reportKindOf } from '~/features/reports/rules.ts'
import {
  isReportedBy,
  memberOf,
  reportableThing,
  reporterOfMember,
} from '~/features/reports/seen.queries.server.ts'
import { reportRefusals } from '~/features/reports/texts.ts'
import { ReportForm } from '~/features/reports/ui/report-form.tsx'
import css from '~/features/reports/ui/reports.module.css'
import { href } from '~/href.ts'
import { summaryLine } from '~/kernel/text.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { goToHeading } from '~/ui/focus-heading.ts'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { Page } from '~/ui/page.tsx'
import { PageMeta } from '~/ui/page-meta.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import type { Route } from './+types/report'

const shownCharacters = 120

/** The thing that is or would be reported, or that there is none to see (R50, R63); `done=1` after a report. */
export const loader = async ({ params, context, url }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const kind = reportKindOf(params.kind)
  if (kind === undefined) return data({ shown: 'none' as const }, { status: 404 })
  const member = memberOf(ctx.actor)
  const { thing, isReported } = await readOrUnavailable(ctx, 'what is reported', async (db) => ({
    thing: await reportableThing(db, ctx.actor, kind, params.thingId),
    isReported:
      member !== null && (await isReportedBy(db, { kind, id: params.thingId }, reporterOfMember(member))),
  }))
  const place = thing === undefined ? null : { kind, path: thing.path }
  if (url.searchParams.get('done') === '1') return { shown: 'done' as const, place }
  if (thing === undefined || place === null) return data({ shown: 'none' as const }, { status: 404 })
  const { authorId, authorName, seen } = thing
  return {
    shown: 'form' as const,
    place,
    authorName,
    isOwn: member !== null && member === authorId,
    isReported,
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
const taken = '通報を受け付けました'

export default function Report({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  const isReportedHere = useReportedHere(`${params.kind} ${params.thingId}`, loaderData.shown === 'done')
  if (loaderData.shown === 'none')
    return (
      <Page narrow heading={heading}>
        <PageMeta title={heading} noindex />
        <p>{reportRefusals.not_there.text}</p>
        <Back place={null} />
      </Page>
    )
  if (loaderData.shown === 'done') return <Taken place={loaderData.place} />
  const { place, authorName, isOwn, isReported, title } = loaderData
  return (
    <Page narrow heading={heading}>
      <PageMeta title={heading} noindex />
      <div className="stack-5">
        <div className={css.seen}>
          <p className={css.about}>{`${authorName}さんの${kindNames[place.kind]}`}</p>
          <p>{title}</p>
        </div>
        {isOwn ? (
          <Notice>{reportRefusals.own.text}</Notice>
        ) : isReported || isReportedHere ? (
          <Notice>
            通報済みです。お店の人が確認します。だれが通報したかを、投稿した方に伝えることはありません。
          </Notice>
        ) : (
          <>
            <p>
              気になる内容を、お店に知らせます。会員登録は要りません。通報の数だけで投稿が消えることはなく、お店の人が読んで決めます。
            </p>
            <ReportForm answer={answer} />
          </>
        )}
        <Back place={place} />
      </div>
    </Page>
  )
}

/** After a report. The button that was pressed has gone, under the same path. */
function Taken({ place }: Parameters<typeof Back>[0]) {
  const isBackOrLoad = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (!isBackOrLoad) goToHeading()
  }, [])
  return (
    <Page narrow heading={taken}>
      <PageMeta title={taken} noindex />
      <Notice kind="good" announce>
        お知らせいただき、ありがとうございます。お店の人が確認します。だれが通報したかを、投稿した方に伝えることはありません。
      </Notice>
      <Back place={place} />
    </Page>
  )
}

/** To the thing itself; to the gallery where it is gone or hidden. */
function Back({ place }: { readonly place: { readonly kind: ReportKind; readonly path: string } | null }) {
  return (
    <p>
      <ButtonLink look="secondary" to={place === null ? href('/gallery') : place.path}>
        {place === null ? 'ギャラリーへ' : `${kindNames[place.kind]}にもどる`}
      </ButtonLink>
    </p>
  )
}

const storageKey = 'galleryReported'
const mostKept = 50
const storage = safeStorage(() => window.localStorage)

/** What was reported from this browser, newest first: the shop tells nobody without an account what came from her address (R63). */
const keptThings = (): readonly string[] => (storage.read(storageKey) ?? '').split('\n').filter(Boolean)

/** Whether `thing` was reported from this browser; `isDone` notes it. */
const useReportedHere = (thing: string, isDone: boolean): boolean => {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const kept = keptThings()
    if (isDone) storage.write(storageKey, [...new Set([thing, ...kept])].slice(0, mostKept).join('\n'))
    setHere(isDone || kept.includes(thing))
  }, [thing, isDone])
  return isHere
}
