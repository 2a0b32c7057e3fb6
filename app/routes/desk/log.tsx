import { actWords, toldActs } from '~/brought-by-features.server.ts'
import { ownerAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { logPage } from '~/features/desk/log.queries.server.ts'
import { LogEntries, LogFilters, LogWays } from '~/features/desk/ui/desk-log.tsx'
import { href } from '~/href.ts'
import { readOrUnavailable } from '~/server/read-or-failure.ts'
import { appContext } from '~/services.server.ts'
import { DeskPage } from '~/ui/desk-page.tsx'
import { EmptyBox } from '~/ui/empty-box.tsx'
import type { Route } from './+types/log'

const longestParameter = 140

/** The log of acts at the desk and by commands; for the owner. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  ownerAtDesk(ctx)
  const { searchParams } = new URL(request.url)
  const given = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, longestParameter)
  const filter = { act: given('act'), order: given('order'), before: given('before') }
  const page = await readOrUnavailable(ctx, 'log of the desk', (db) => logPage(db, filter, toldActs))
  return { ...page, ...filter, acts: actWords }
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { entries, noOrder, next, acts, ...filter } = loaderData
  return (
    <DeskPage title="記録" back={href('/admin/more')}>
      <LogFilters key={`${filter.act} ${filter.order}`} {...filter} acts={acts} />
      {entries.length === 0 ? (
        <EmptyBox said={noOrder ? 'この番号の注文はありません。' : 'ここに入る記録はありません。'}>
          <p>お店の人がしたことが、だれが、いつ、何をしたかと一緒にここに残ります。</p>
        </EmptyBox>
      ) : (
        <LogEntries entries={entries} />
      )}
      <LogWays {...filter} next={next} />
    </DeskPage>
  )
}
