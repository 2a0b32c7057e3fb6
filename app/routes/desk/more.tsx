import { deskCardSources } from '~/brought-by-features.server.ts'
import { personAtDesk } from '~/features/desk/access/at-desk.server.ts'
import { DeskCardLists } from '~/features/desk/ui/desk-cards.tsx'
import { href } from '~/href.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { readDeskLists } from '~/server/desk-cards.ts'
import { appContext } from '~/services.server.ts'
import { type DeskLink, DeskLinks } from '~/ui/desk-links.tsx'
import { DeskPage } from '~/ui/desk-page.tsx'
import type { Route } from './+types/more'

const forOwner: readonly DeskLink[] = [
  {
    to: href('/admin/reports'),
    name: '通報',
    about: '作品・コメント・プロフィールへの通報と、その対応',
  },
  {
    to: href('/admin/sales'),
    name: '月の売上',
    about: '月ごとの売上・返金・手数料と、決済会社の記録との照合',
  },
  {
    to: href('/admin/wanted'),
    name: 'お客様が求めているもの',
    about: '再入荷を待つ方の数、さがして見つからなかったことば',
  },
  { to: href('/admin/message-templates'), name: 'メールの文例', about: 'お客様に書くメールで、よく使う文' },
  { to: href('/admin/mails'), name: '届いていないメール', about: 'だれにも届いていないメールと、その理由' },
  {
    to: href('/admin/payments'),
    name: '注文のない支払い',
    about: '注文が見つからないお金と、その片づけ方',
  },
  { to: href('/admin/backup'), name: '控え', about: '最後の控えと次の控え、いま取る' },
  { to: href('/admin/log'), name: '記録', about: 'だれが、いつ、何をしたか' },
  {
    to: href('/admin/members'),
    name: '会員',
    about: 'さがす、投稿とコメントを止める・戻す、停止する',
  },
  { to: href('/admin/helpers'), name: 'お店の人と端末', about: 'だれが、どの端末で入っているか' },
  { to: href('/gallery/admin'), name: 'ギャラリーの特集', about: 'ホームのキーワードと場面' },
]

const forAll: readonly DeskLink[] = [
  { to: href('/admin/views'), name: '自分の絞り込み', about: '一覧の絞り込みに付けた名前' },
  { to: href('/'), name: 'お店を見る', about: 'お客様に見えているページ' },
  { to: href('/gallery'), name: 'ギャラリーを見る', about: '会員の作品' },
  {
    to: href('/gallery/logout'),
    name: 'ログアウト',
    about: 'この端末から、会員としてもお店の人としても出る',
  },
]

const mostListed = 30

/** The owner sees all entries and what the bar counts here (N93), packers only theirs. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const ctx = context.get(appContext)
  const actor = personAtDesk(ctx)
  return {
    isOwner: isShopOwner(actor),
    lists: await readDeskLists(ctx, actor, deskCardSources, 'more', mostListed),
  }
}

export default function More({ loaderData: { isOwner, lists } }: Route.ComponentProps) {
  return (
    <DeskPage title="その他">
      {lists.length === 0 ? null : <DeskCardLists lists={lists} />}
      {isOwner ? <DeskLinks label="お店の用事" links={forOwner} /> : null}
      <DeskLinks label="お店のページ" links={forAll} />
    </DeskPage>
  )
}
