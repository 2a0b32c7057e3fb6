import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deviceName } from '~/features/accounts/rules.ts'
import { commentAnchor } from '~/features/comments/rules.ts'
import { recipePath } from '~/features/recipes/list.rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { formatYen, type Yen } from '~/kernel/money.ts'
import { CardNote, CardRow, CardRows, CardWay, DeskCard, DeskCards } from '~/ui/desk-card.tsx'
import { Facts } from '~/ui/facts.tsx'
import type { MemberOfDesk } from '../rules.ts'
import type { MemberSheet } from '../texts.ts'
import css from './member-page.module.css'

export interface ShownOrders {
  readonly total: number
  readonly orders: ReadonlyArray<{
    readonly number: string
    readonly createdAt: number
    readonly total: Yen
    readonly standing: string
  }>
}

export interface ShownAct {
  readonly id: string
  readonly happenedAt: number
  readonly who: string
  readonly act: string
  readonly changes: ReadonlyArray<{ readonly name: string; readonly before: string; readonly after: string }>
}

function Left({
  total,
  shown,
  unit,
}: {
  readonly total: number
  readonly shown: number
  readonly unit: string
}) {
  return total > shown ? (
    <CardNote>{`新しい${shown}${unit}です。ぜんぶで${total}${unit}あります。`}</CardNote>
  ) : null
}

const because = (reason: string) => (reason === '' ? null : <CardNote>理由：{reason}</CardNote>)

/** What she may, and the ways to give and take it. */
function Rights({ member }: { readonly member: MemberOfDesk }) {
  const { id, standing, isAtDesk } = member
  const { mayPost, mayComment, suspended } = standing
  const way = (act: MemberSheet, words: string) => (
    <Link to={href('/admin/members/:id/:act', { id, act })}>{words}</Link>
  )
  return (
    <DeskCard id="rights" heading="できること">
      <CardRows>
        <CardRow>
          <span>
            {mayPost ? '作品を投稿できます' : '作品の投稿を止めています'}
            {because(standing.uploadReason)}
          </span>
          {mayPost ? way('stop-posting', '投稿を止める') : way('allow-posting', '投稿を戻す')}
        </CardRow>
        <CardRow>
          <span>
            {mayComment ? 'コメントを書けます' : 'コメントを止めています'}
            {because(standing.commentReason)}
          </span>
          {mayComment
            ? way('stop-commenting', 'コメントを止める')
            : way('allow-commenting', 'コメントを戻す')}
        </CardRow>
        <CardRow>
          <span>
            {suspended === null ? '停止していません' : `停止中（${deskMoment(suspended.since)}から）`}
            {because(suspended?.reason ?? '')}
          </span>
          {suspended !== null ? (
            way('lift', '停止を解く')
          ) : isAtDesk ? (
            <Link to={`${href('/admin/helpers')}#${id}`}>お店の人です</Link>
          ) : (
            way('suspend', '会員を停止する')
          )}
        </CardRow>
      </CardRows>
    </DeskCard>
  )
}

function Recipes({ recipes }: Pick<MemberOfDesk, 'recipes'>) {
  return (
    <DeskCard id="recipes" heading={`作品 ${recipes.total}点`}>
      <CardRows none="作品はありません。">
        {recipes.newest.map(({ id, title, createdAt, likes, isHidden }) => (
          <CardRow key={id}>
            <span>
              <Link to={href('/gallery/detail/:recipeId', { recipeId: id })}>{title}</Link>
              <CardNote>
                {deskMoment(createdAt)}・いいね{likes}
                {isHidden ? '・お店が非表示にしています' : ''}
              </CardNote>
            </span>
          </CardRow>
        ))}
      </CardRows>
      <Left total={recipes.total} shown={recipes.newest.length} unit="点" />
    </DeskCard>
  )
}

function Comments({ comments }: Pick<MemberOfDesk, 'comments'>) {
  return (
    <DeskCard id="comments" heading={`コメント ${comments.total}件`}>
      <CardRows none="コメントはありません。">
        {comments.newest.map(({ id, recipe, title, text, createdAt, isHidden }) => (
          <CardRow key={id}>
            <span>
              {text}
              <CardNote>
                {deskMoment(createdAt)}
                {isHidden ? '・お店が非表示にしています' : ''}
              </CardNote>
              <Link
                to={`${recipePath(recipe)}#${commentAnchor(id)}`}
                aria-label={`「${title}」のコメントを見る`}
              >
                {title}
              </Link>
            </span>
          </CardRow>
        ))}
      </CardRows>
      <Left total={comments.total} shown={comments.newest.length} unit="件" />
    </DeskCard>
  )
}

function Orders({ member, orders }: { readonly member: MemberOfDesk; readonly orders: ShownOrders }) {
  return (
    <DeskCard id="orders" heading={`ご注文 ${orders.total}件`}>
      {member.isVerified ? (
        <CardRows none="このメールアドレスのご注文はありません。">
          {orders.orders.map(({ number, createdAt, total, standing }) => (
            <CardRow key={number}>
              <span>
                <Link to={href('/admin/orders/:number', { number })}>{number}</Link>
                <CardNote>
                  {deskMoment(createdAt)}・{formatYen(total)}円・{standing}
                </CardNote>
              </span>
            </CardRow>
          ))}
        </CardRows>
      ) : (
        <CardNote>メールアドレスの確認が済んでいないので、ご注文とは結び付けません。</CardNote>
      )}
      <CardWay to={href('/admin/orders', { state: 'all', q: member.email })}>
        このメールアドレスで注文をさがす
      </CardWay>
    </DeskCard>
  )
}

function Devices({ id, devices }: Pick<MemberOfDesk, 'id' | 'devices'>) {
  const end = (of?: string) => href('/admin/members/:id/:act', { id, act: 'end-devices', of })
  return (
    <DeskCard id="devices" heading={`端末 ${devices.length}台`}>
      <CardRows none="入っている端末はありません。">
        {devices.map((device) => (
          <CardRow key={device.id}>
            <span>
              {deviceName(device.userAgent)}
              <CardNote>最後に使った日時 {deskMoment(device.visitedAt)}</CardNote>
            </span>
            <Link to={end(device.id)} aria-label={`${deviceName(device.userAgent)}をログアウトする`}>
              ログアウト
            </Link>
          </CardRow>
        ))}
      </CardRows>
      {devices.length > 1 ? <CardWay to={end()}>すべてログアウトする</CardWay> : null}
    </DeskCard>
  )
}

function History({ acts }: { readonly acts: readonly ShownAct[] }) {
  return (
    <DeskCard id="history" heading="したこと">
      <CardRows none="このページからしたことは、まだありません。">
        {acts.map(({ id, happenedAt, who, act, changes }) => (
          <CardRow key={id}>
            <span>
              {act}
              <CardNote>
                {deskMoment(happenedAt)}・{who}
              </CardNote>
              {changes
                .filter(({ name }) => name !== '名前')
                .map(({ name, before, after }) => (
                  <CardNote key={name}>
                    {name}：{after === '' ? before : before === '' ? after : `${before} → ${after}`}
                  </CardNote>
                ))}
            </span>
          </CardRow>
        ))}
      </CardRows>
    </DeskCard>
  )
}

/** A member as the owner sees her: what she made, what she bought, where she is signed in, and what was done to her. */
export function MemberPage({
  member,
  orders,
  reports,
  acts,
}: {
  readonly member: MemberOfDesk
  readonly orders: ShownOrders
  /** What was reported of hers. */
  readonly reports: ReactNode
  readonly acts: readonly ShownAct[]
}) {
  const { id, email, isVerified, joinedAt, otherEmails, likesGiven, isAtDesk, standing } = member
  return (
    <DeskCards>
      <DeskCard id="who" heading="会員">
        <Facts
          facts={[
            {
              name: 'メール',
              value: (
                <span className={css.wraps}>
                  <a href={`mailto:${email}`}>{email}</a>（{isVerified ? '確認済み' : '未確認'}）
                </span>
              ),
            },
            ...(otherEmails.length === 0
              ? []
              : [
                  {
                    name: 'ほかのアドレス',
                    value: <span className={css.wraps}>{otherEmails.join('、')}</span>,
                  },
                ]),
            { name: '登録', value: deskMoment(joinedAt) },
            { name: '付けたいいね', value: `${likesGiven}件` },
          ]}
        />
        {standing.suspended === null ? (
          <CardWay to={href('/gallery/user/:userId', { userId: id })}>ギャラリーのプロフィールを見る</CardWay>
        ) : null}
        {isAtDesk ? null : (
          <CardWay to={href('/admin/members/:id/:act', { id, act: 'delete' })}>
            頼まれてアカウントを削除する
          </CardWay>
        )}
      </DeskCard>
      <Rights member={member} />
      <Recipes recipes={member.recipes} />
      <Comments comments={member.comments} />
      {reports}
      <Orders member={member} orders={orders} />
      <Devices id={id} devices={member.devices} />
      <History acts={acts} />
    </DeskCards>
  )
}
