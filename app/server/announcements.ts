interface Announced {
  readonly demo: boolean
  readonly siteOrigin: string
  /** Where phones in the local network find it, like http://192.168.1.5:3000; undefined when only this machine can. */
  readonly localNetworkOrigin: string | undefined
  readonly webhookPath: string
  /** The header that carries the client's address; undefined where the connection's own counts. */
  readonly trustedProxyHeader: string | undefined
  readonly mailServerIsSet: boolean
}

/** What the person who starts the shop should know, a line each. */
export const announcementsOf = ({
  demo,
  siteOrigin,
  localNetworkOrigin,
  webhookPath,
  trustedProxyHeader,
  mailServerIsSet,
}: Announced): string[] => {
  if (demo) {
    const lines = [`デモです。お支払いは練習用で、メールは ${siteOrigin}/mailbox に届きます。`]
    if (mailServerIsSet)
      lines.push(
        'ご注意：SMTP_URL がありますが、デモのメールは外へは送りません（送るのは DEMO=0 の本番だけです）。',
      )
    if (localNetworkOrigin !== undefined && localNetworkOrigin !== siteOrigin)
      lines.push(
        `家の中のスマートフォンからは ${localNetworkOrigin} で開けます。メールのリンクもスマートフォンで開くには、SITE_ORIGIN=${localNetworkOrigin} を付けて起動してください。`,
      )
    return lines
  }
  const webhook = `決済の通知先（Webhook）：${siteOrigin}${webhookPath}`
  // This process speaks plain http: on https there is a proxy before it, and every request seems to come from there.
  if (!siteOrigin.startsWith('https:') || trustedProxyHeader !== undefined) return [webhook]
  return [
    webhook,
    'ご注意：TRUSTED_PROXY がありません。接続元を伝えるプロキシのヘッダー名を設定するまで、決済の回数制限をお客様全員で分け合います。',
  ]
}
