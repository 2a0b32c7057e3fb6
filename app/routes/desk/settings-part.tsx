import { data, redirect, useLocation } from 'react-router'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { deskAction, press } from '~/features/desk/access/desk-action.server.ts'
import { type SentSettings, saveSettings } from '~/features/shop/settings/commands.server.ts'
import { intentOf } from '~/features/shop/settings/form.rules.ts'
import { partNow, type SettingPart, settingPart, settingParts } from '~/features/shop/settings/parts.rules.ts'
import { partView, previewSettings } from '~/features/shop/settings/queries.server.ts'
import type { PartView, PastChange } from '~/features/shop/settings/types.ts'
import css from '~/features/shop/settings/ui/settings.module.css'
import { type PreviewShown, SettingsForm } from '~/features/shop/settings/ui/settings-form.tsx'
import { Changes } from '~/features/shop/settings/ui/settings-preview.tsx'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { asksAgain } from '~/server/desk-act.ts'
import { appContext } from '~/services.server.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import { orLost, useLastAnswer } from '~/ui/lost-request.ts'
import { bringIntoView, Notice } from '~/ui/notice.tsx'
import type { Route } from './+types/settings-part'

/** History of changes; each can be filled in again and saved after a preview (N50). */
function SettingsHistory({
  part,
  history,
}: {
  readonly part: SettingPart
  readonly history: readonly PastChange[]
}) {
  if (history.length === 0) return null
  return (
    <section className={css.section}>
      <h2>これまでの変更</h2>
      <ol className={css.history}>
        {history.map(({ id, happenedAt, who, changes }) => (
          <li key={id}>
            <p>
              <strong>{deskMoment(happenedAt)}</strong> {who}
            </p>
            <Changes changes={changes} />
            <ButtonLink look="secondary" to={href('/admin/settings/:part', { part, from: id })}>
              この前の値を入れる
            </ButtonLink>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Says what has been filled in; beside the form, far above the link that was pressed. */
function FilledIn({ from, filled }: { readonly from: string } & Pick<PartView, 'filled'>) {
  const { key } = useLocation()
  if (from === '') return null
  return (
    <div key={key} ref={bringIntoView}>
      <Notice announce>
        {filled.length === 0 ? (
          <p>いまと同じ値です。変わるところはありません。</p>
        ) : (
          <>
            <p>
              {from === 'file' ? 'お店を用意したときの値' : '前の値'}
              を入れました。まだ保存していません。「確かめる」から保存してください。
            </p>
            <Changes changes={filled} />
          </>
        )}
      </Notice>
    </div>
  )
}

const partOf = ({ params, context }: Route.LoaderArgs | Route.ActionArgs) => {
  const ctx = context.get(appContext)
  const actor = ownerAtDesk(ctx)
  const part = settingPart(params.part)
  const now = partNow(params.part)
  if (now !== undefined) throw redirect(href('/admin/settings/:part', { part: now }))
  if (part === undefined) throw data(null, { status: 404 })
  return { ctx, actor, part }
}

/** One part of the settings; `from` fills in earlier values. */
export const loader = async (args: Route.LoaderArgs) => {
  const { ctx, part } = partOf(args)
  const { searchParams } = new URL(args.request.url)
  const from = (searchParams.get('from') ?? '').slice(0, 200)
  return { view: await partView(ctx, part, from), from, isDone: searchParams.get('done') === 'saved' }
}

/** Previews the changes, or stores them. */
export const action = (args: Route.ActionArgs) => {
  const { ctx, actor, part } = partOf(args)
  const previewed = async (_: AppContext, form: SentSettings): Promise<PreviewShown> => {
    const asks = asksAgain(saveSettings.act, form, actor, ctx.now())
    const looked = await previewSettings(ctx, form)
    return looked.ok ? { ...looked.value, asks } : { asks }
  }
  const saving = press(saveSettings, {
    at: { part },
    done: () => href('/admin/settings/:part', { part, done: 'saved' }),
    first: async (_, form, sent) => {
      const intent = intentOf(sent)
      if (intent === 'save') return null
      const more = intent === 'edit' ? { asks: false } : await previewed(ctx, form)
      return { status: 200, answer: {}, more }
    },
    asking: previewed,
  })
  return deskAction(ctx, args.request, saving)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orLost(serverAction)

export default function SettingsPart({ loaderData, actionData }: Route.ComponentProps) {
  const { view, from, isDone } = loaderData
  const answer = useLastAnswer(actionData)
  const { part, history } = view
  const isForm = answer?.more?.preview === undefined
  const isChanged = Object.values(view.sources).includes('desk')
  return (
    <DeskPage title={settingParts[part].title} back={href('/admin/settings')}>
      {isDone && answer === undefined ? (
        <Notice kind="good" announce>
          変えました。下の「これまでの変更」から、元に戻せます。
        </Notice>
      ) : null}
      {answer === undefined ? <FilledIn from={from} filled={view.filled} /> : null}
      <SettingsForm key={`${part} ${from}`} view={view} from={from} answer={answer} />
      {isForm && isChanged ? (
        <ButtonLink look="secondary" to={href('/admin/settings/:part', { part, from: 'file' })}>
          お店を用意したときの値を入れる
        </ButtonLink>
      ) : null}
      {isForm ? <SettingsHistory part={part} history={history} /> : null}
    </DeskPage>
  )
}
