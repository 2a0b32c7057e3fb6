import { href } from '~/href.ts'
import type { AppContext } from './app-context.ts'
import { type ConnectionShare, eventsDatabaseOf } from './database/connection-share.ts'
import type { Env } from './env.ts'
import { localNetworkOriginOf } from './site-origin.ts'

/** Lines for the person who starts the shop; `port` is the shop's own. */
export const announcementsOf = (
  env: Env,
  { demo, siteOrigin }: Pick<AppContext, 'demo' | 'siteOrigin'>,
  port: number,
): string[] => {
  if (demo) {
    const lines = [`デモです。お支払いは練習用で、メールは ${siteOrigin}${href('/mailbox')} に届きます。`]
    if (env.SMTP_URL !== undefined)
      lines.push(
        'ご注意：SMTP_URL がありますが、デモのメールは外へは送りません（送るのは DEMO=0 の本番だけです）。',
      )
    const names = (['PICTURES', 'BACKUP_TO'] as const).filter((name) => env[name] !== undefined)
    if (names.length > 0 && !env.DEMO_PLACES)
      lines.push(
        `ご注意：${names.join('・')} がありますが、デモでは使いません（写真はデータの場所に置き、控えは自動では取りません。使わせるなら DEMO_PLACES=1）。`,
      )
    const localNetworkOrigin = localNetworkOriginOf(env, port)
    if (localNetworkOrigin !== undefined && localNetworkOrigin !== siteOrigin)
      lines.push(
        `家の中のスマートフォンからは ${localNetworkOrigin} で開けます。メールのリンクもスマートフォンで開くには、SITE_ORIGIN=${localNetworkOrigin} を付けて起動してください。`,
      )
    return lines
  }
  const webhook = `決済の通知先（Webhook）：${siteOrigin}${href('/api/stripe/webhook')}`
  // An https shop stands behind a proxy, so all requests seem to come from one address.
  if (!siteOrigin.startsWith('https:') || env.TRUSTED_PROXY !== undefined) return [webhook]
  return [
    webhook,
    'ご注意：TRUSTED_PROXY がありません。接続元を伝えるプロキシのヘッダー名を設定するまで、決済の回数制限をお客様全員で分け合い、お支払い中のお取り置きの数は制限しません。',
  ]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const alterRole = ({ role, limits }: Pick<ConnectionShare, 'role' | 'limits'>): string =>
  limits.map(([name, ms]) => `alter role ${quoted(role)} set ${name} = '${ms / 1_000}s';`).join(' ')

/** What is lost behind a pooler, or with few connections, a line each (D100, D103, D104); none where all is as it should be. */
export const linesOfConnections = (share: ConnectionShare, heardItself: boolean): string[] => {
  const { pooling, keepsLimits, wanted, given, shop, events, eventsApart, database } = share
  const lines: string[] = []
  const late =
    'お知らせ（LISTEN／NOTIFY）が届かないため、ほかのプロセスで書かれたコメントは2秒ほど、お店の設定は10秒までの遅れで伝わります'
  if (pooling === 'transaction')
    lines.push(
      `ご注意：DATABASE_URL の中継（pgbouncer など）は、接続をトランザクションごとに使い回します。${late}（docs/scaling.md）。`,
    )
  else if (!heardItself) lines.push(`ご注意：データベースの${late}。`)
  if (!keepsLimits)
    lines.push(
      `ご注意：中継の先のデータベースに、問い合わせの時間の上限がありません。PostgreSQL の管理者で次を実行し、中継を開き直してください：${alterRole(share)}`,
    )
  if (!eventsApart)
    lines.push(
      `ご注意：お支払いの通知のための接続が、ほかの問い合わせと分かれていません。pgbouncer.ini の [databases] に ${eventsDatabaseOf(database)} = host=… dbname=${database} pool_size=3 を足すと、次に開くときから分かれます。`,
    )
  if (given < wanted || events === 0)
    lines.push(
      `ご注意：データベースの接続は${wanted}本ほしいところ、このお店が使えるのは${Math.max(0, given)}本です。お支払いの通知に${events}本を取り置き、ほかは${shop}本までにします。混み合うと、お客様をお待たせします（max_connections、役割の connection limit、中継の pool_size）。`,
    )
  return lines
}
