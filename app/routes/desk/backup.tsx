import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { restMinutes } from '~/features/backups/asked.rules.ts'
import { askBackup } from '~/features/backups/commands.server.ts'
import { backupsOfDesk } from '~/features/backups/queries.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { agoText } from '~/kernel/days.ts'
import { appContext } from '~/services.server.ts'
import { DeskForm } from '~/ui/desk-form.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { Facts } from '~/ui/facts.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { reloadAfter } from '~/ui/reload-after.ts'
import type { Route } from './+types/backup'

/** The last backup and the next one, for the owner. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  return { ...(await backupsOfDesk(ctx)), requestId: ctx.newId() }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(
    context.get(appContext),
    request,
    press(askBackup, { at: {}, done: () => href('/admin/backup') }),
  )

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export const shouldRevalidate = reloadAfter([409])

const lookAgainMs = 3_000

/** Reads the page again until the backup has ended; without script the owner follows a link. */
const useResult = (isRunning: boolean) => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}

const nextText = ({ nextAt, now, demo, mayAsk }: Route.ComponentProps['loaderData']): string => {
  if (nextAt !== null) return nextAt <= now ? 'まもなく' : `${deskMoment(nextAt)}ごろ`
  if (demo) return '練習用のお店では、自動では取りません'
  return mayAsk ? '' : '自動では取りません（控えの場所が決まっていません）'
}

export default function BackupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { now, demo, madeAt, missing, folder, notPruned, isRunning, failure, mayAsk, requestId } = loaderData
  const answer = useLastAnswer(actionData)
  useResult(isRunning)
  return (
    <DeskPage title="控え" back={href('/admin/more')}>
      <p>
        お店のデータと写真を、別の場所に写しておくものです。パソコンやディスクがこわれたときに、ここから戻します。
      </p>
      <Facts
        facts={[
          {
            name: '最後の控え',
            value:
              madeAt === null ? 'まだ取っていません' : `${deskMoment(madeAt)}（${agoText(madeAt, now)}）`,
          },
          { name: '次の控え', value: nextText(loaderData) },
          ...(folder === undefined ? [] : [{ name: '置き場所', value: folder }]),
        ]}
      />
      {missing > 0 ? (
        <Notice kind="error">{`最後の控えには、写真とPDFが${missing}枚足りません。`}</Notice>
      ) : null}
      {notPruned === null ? null : (
        <Notice kind="error">{`控えは取れていますが、古い控えを消せませんでした。${notPruned}`}</Notice>
      )}
      {isRunning ? (
        <Notice kind="good" announce>
          控えを取っています。終わるまで、このページを離れてもかまいません。{' '}
          <Link to={href('/admin/backup')}>もう一度見る</Link>
        </Notice>
      ) : mayAsk ? (
        <DeskForm
          requestId={requestId}
          answer={
            failure === null || answer?.failure !== undefined
              ? answer
              : { ...answer, failure: `控えを取れませんでした。${failure}` }
          }
          failed="控えを取りはじめられませんでした。"
          sentence={
            demo
              ? '練習用のお店の控えは、データの場所の中に置きます。'
              : `お店を開いたまま取り、試しに戻して確かめます。前の控えから${restMinutes}分たつと、また取れます。`
          }
          button="いま控えを取る"
          busy="頼んでいます…"
        />
      ) : (
        <p>
          ここから控えを取るには、設定（.env）に BACKUP_TO=
          と、控えを置く場所を書いて、お店を開き直してください。
        </p>
      )}
    </DeskPage>
  )
}
