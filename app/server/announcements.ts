import { href } from '~/href.ts'
import type { AppContext } from './app-context.ts'
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
