import { href } from '~/href.ts'
import type { AppContext } from './app-context.ts'
import type { Env } from './env.ts'
import { localNetworkOriginOf } from './site-origin.ts'

/** What the person who starts the shop should know, a line each; `port` is the shop's own. */
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
    const localNetworkOrigin = localNetworkOriginOf(env, port)
    if (localNetworkOrigin !== undefined && localNetworkOrigin !== siteOrigin)
      lines.push(
        `家の中のスマートフォンからは ${localNetworkOrigin} で開けます。メールのリンクもスマートフォンで開くには、SITE_ORIGIN=${localNetworkOrigin} を付けて起動してください。`,
      )
    return lines
  }
  const webhook = `決済の通知先（Webhook）：${siteOrigin}${href('/api/stripe/webhook')}`
  // This process speaks plain http: on https there is a proxy before it, and every request seems to come from there.
  if (!siteOrigin.startsWith('https:') || env.TRUSTED_PROXY !== undefined) return [webhook]
  return [
    webhook,
    'ご注意：TRUSTED_PROXY がありません。接続元を伝えるプロキシのヘッダー名を設定するまで、決済の回数制限をお客様全員で分け合い、お支払い中のお取り置きの数は制限しません。',
  ]
}
