import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deviceName } from '~/features/accounts/rules.ts'
import { href } from '~/href.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { formatYen, type Yen } from '~/kernel/money.ts'
import { Facts } from '~/ui/facts.tsx'
import type { MemberSheet } from '../texts.ts'
import css from './member-page.module.css'

/** As the loader of the page gives it. */
export interface ShownMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
  readonly joinedAt: number
  readonly otherEmails: readonly string[]
  readonly standing: {
    readonly mayPost: boolean
    readonly uploadReason: string
    readonly mayComment: boolean
    readonly commentReason: string
    readonly suspended: { readonly since: number; readonly reason: string } | null
  }
  readonly isAtDesk: boolean
  readonly likesGiven: number
  readonly recipes: {
    readonly total: number
    readonly newest: ReadonlyArray<{
      readonly id: string
      readonly title: string
      readonly createdAt: number
      readonly likes: number
      readonly isHidden: boolean
    }>
  }
  readonly comments: {
    readonly total: number
    readonly newest: ReadonlyArray<{
      readonly id: string
      readonly recipe: string
      readonly title: string
      readonly text: string
      readonly createdAt: number
      readonly isHidden: boolean
      /** Of the comment on the page of its recipe. */
      readonly to: string
    }>
  }
  readonly devices: ReadonlyArray<{
    readonly id: string
    readonly userAgent: string
    readonly visitedAt: number
  }>
}

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

function Section({
  id,
  heading,
  children,
}: {
  readonly id: string
  readonly heading: string
  readonly children: ReactNode
}) {
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}

function Rows({ none, children }: { readonly none: string; readonly children: readonly ReactNode[] }) {
  return children.length === 0 ? <p className={css.soft}>{none}</p> : <ul className={css.rows}>{children}</ul>
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
    <p className={css.soft}>{`新しい${shown}${unit}です。ぜんぶで${total}${unit}あります。`}</p>
  ) : null
}

const because = (reason: string) => (reason === '' ? null : <span className={css.soft}>理由：{reason}</span>)

/** What she may, and the ways to give and take it. */
function Rights({ member }: { readonly member: ShownMember }) {
  const { id, standing, isAtDesk } = member
  const { mayPost, mayComment, suspended } = standing
  const way = (act: MemberSheet, words: string) => (
    <Link to={href('/admin/members/:id/:act', { id, act })}>{words}</Link>
  )
  return (
    <Section id="rights" heading="できること">
      <ul className={css.rows}>
        <li className={css.row}>
          <span>
            {mayPost ? '作品を投稿できます' : '作品の投稿を止めています'}
            {because(standing.uploadReason)}
          </span>
          {mayPost ? way('stop-posting', '投稿を止める') : way('allow-posting', '投稿を戻す')}
        </li>
        <li className={css.row}>
          <span>
            {mayComment ? 'コメントを書けます' : 'コメントを止めています'}
            {because(standing.commentReason)}
          </span>
          {mayComment
            ? way('stop-commenting', 'コメントを止める')
            : way('allow-commenting', 'コメントを戻す')}
        </li>
        <li className={css.row}>
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
        </li>
      </ul>
    </Section>
  )
}

function Recipes({ recipes }: Pick<ShownMember, 'recipes'>) {
  return (
    <Section id="recipes" heading={`作品 ${recipes.total}点`}>
      <Rows none="作品はありません。">
        {recipes.newest.map(({ id, title, createdAt, likes, isHidden }) => (
          <li key={id} className={css.row}>
            <span>
              <Link to={href('/gallery/detail/:recipeId', { recipeId: id })}>{title}</Link>
              <span className={css.soft}>
                {deskMoment(createdAt)}・いいね{likes}
                {isHidden ? '・お店が非表示にしています' : ''}
              </span>
            </span>
          </li>
        ))}
      </Rows>
      <Left total={recipes.total} shown={recipes.newest.length} unit="点" />
    </Section>
  )
}

function Comments({ comments }: Pick<ShownMember, 'comments'>) {
  return (
    <Section id="comments" heading={`コメント ${comments.total}件`}>
      <Rows none="コメントはありません。">
        {comments.newest.map(({ id, to, title, text, createdAt, isHidden }) => (
          <li key={id} className={css.row}>
            <span>
              {text}
              <span className={css.soft}>
                {deskMoment(createdAt)}
                {isHidden ? '・お店が非表示にしています' : ''}
              </span>
            </span>
            <Link to={to} aria-label={`「${title}」のコメントを見る`}>
              {title}
            </Link>
          </li>
        ))}
      </Rows>
      <Left total={comments.total} shown={comments.newest.length} unit="件" />
    </Section>
  )
}

function Orders({ member, orders }: { readonly member: ShownMember; readonly orders: ShownOrders }) {
  return (
    <Section id="orders" heading={`ご注文 ${orders.total}件`}>
      {member.isVerified ? (
        <Rows none="このメールアドレスのご注文はありません。">
          {orders.orders.map(({ number, createdAt, total, standing }) => (
            <li key={number} className={css.row}>
              <span>
                <Link to={href('/admin/orders/:number', { number })}>{number}</Link>
                <span className={css.soft}>
                  {deskMoment(createdAt)}・{formatYen(total)}円・{standing}
                </span>
              </span>
            </li>
          ))}
        </Rows>
      ) : (
        <p className={css.soft}>メールアドレスの確認が済んでいないので、ご注文とは結び付けません。</p>
      )}
      <p>
        <Link className={css.way} to={href('/admin/orders', { state: 'all', q: member.email })}>
          このメールアドレスで注文をさがす
        </Link>
      </p>
    </Section>
  )
}

function Devices({ id, devices }: Pick<ShownMember, 'id' | 'devices'>) {
  const end = (of?: string) => href('/admin/members/:id/:act', { id, act: 'end-devices', of })
  return (
    <Section id="devices" heading={`端末 ${devices.length}台`}>
      <Rows none="入っている端末はありません。">
        {devices.map((device) => (
          <li key={device.id} className={css.row}>
            <span>
              {deviceName(device.userAgent)}
              <span className={css.soft}>最後に使った日時 {deskMoment(device.visitedAt)}</span>
            </span>
            <Link to={end(device.id)} aria-label={`${deviceName(device.userAgent)}をログアウトする`}>
              ログアウト
            </Link>
          </li>
        ))}
      </Rows>
      {devices.length > 1 ? (
        <p>
          <Link className={css.way} to={end()}>
            すべてログアウトする
          </Link>
        </p>
      ) : null}
    </Section>
  )
}

function History({ acts }: { readonly acts: readonly ShownAct[] }) {
  return (
    <Section id="history" heading="したこと">
      <Rows none="このページからしたことは、まだありません。">
        {acts.map(({ id, happenedAt, who, act, changes }) => (
          <li key={id} className={css.row}>
            <span>
              {act}
              <span className={css.soft}>
                {deskMoment(happenedAt)}・{who}
              </span>
              {changes
                .filter(({ name }) => name !== '名前')
                .map(({ name, before, after }) => (
                  <span key={name} className={css.soft}>
                    {name}：{after === '' ? before : before === '' ? after : `${before} → ${after}`}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </Rows>
    </Section>
  )
}

/** A member as the owner sees her: what she made, what she bought, where she is signed in, and what was done to her. */
export function MemberPage({
  member,
  orders,
  reports,
  acts,
}: {
  readonly member: ShownMember
  readonly orders: ShownOrders
  /** What was reported of hers. */
  readonly reports: ReactNode
  readonly acts: readonly ShownAct[]
}) {
  const { id, email, isVerified, joinedAt, otherEmails, likesGiven, isAtDesk, standing } = member
  return (
    <div className={css.sections}>
      <Section id="who" heading="会員">
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
          <p>
            <Link className={css.way} to={href('/gallery/user/:userId', { userId: id })}>
              ギャラリーのプロフィールを見る
            </Link>
          </p>
        ) : null}
        {isAtDesk ? null : (
          <p>
            <Link className={css.way} to={href('/admin/members/:id/:act', { id, act: 'delete' })}>
              頼まれてアカウントを削除する
            </Link>
          </p>
        )}
      </Section>
      <Rights member={member} />
      <Recipes recipes={member.recipes} />
      <Comments comments={member.comments} />
      {reports}
      <Orders member={member} orders={orders} />
      <Devices id={id} devices={member.devices} />
      <History acts={acts} />
    </div>
  )
}
