import { z } from 'zod'
import { apiBases } from '~/addresses.ts'
import { isEmail } from '../kernel/email.ts'
import { ok, type Result, refused } from '../kernel/result.ts'
import { isHash } from './auth/passwords.ts'
import { hasReadableLimits } from './database/pooler-check.ts'
import { logLevels } from './log.ts'
import { refusesTls } from './mail/smtp.ts'
import { hasPlainCredentials, howToWriteSigns, withCheckedTls } from './secret-address.ts'

const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value)
export const fewestSecretCharacters = 32
const longSecret = z.string().min(fewestSecretCharacters, `${fewestSecretCharacters}文字以上にしてください。`)
const text = z.preprocess(unsetWhenEmpty, z.string().trim().min(1).optional())
const zeroOrOne = z.enum(['0', '1'], { error: '0 か 1 を書いてください。' })
const flag = (fallback: '0' | '1') =>
  z.preprocess(unsetWhenEmpty, zeroOrOne.default(fallback)).transform((value) => value === '1')

const portError = { error: '0 から 65535 までの数字を書いてください。' }
const port = z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError)

const startsWith = (signs: string) => `${signs} で始まるアドレスにしてください。`

const origin = z
  .url({ protocol: /^https?$/, error: startsWith('https:// か http://') })
  .transform((value) => new URL(value).origin)

/** An address that may hold a secret: no refusal repeats any of it (D95). */
const address = (protocol: RegExp, wanted: string) =>
  z
    .string()
    .refine(hasPlainCredentials, { error: howToWriteSigns, abort: true })
    .pipe(z.url({ protocol, error: startsWith(wanted) }))

const webAddress = address(/^https?$/, 'https:// か http://')
const mailServer = address(/^smtps?$/, 'smtp:// か smtps://')
const postgresAddress = address(/^postgres(ql)?$/, 'postgres://')
  .refine(
    hasReadableLimits,
    '時間の上限（statement_timeout など）は、5000（ミリ秒）か 5s のように書いてください。',
  )
  .transform(withCheckedTls)

const keysOfS3 = (name: 'PICTURES' | 'BACKUP') =>
  `S3 の鍵は、アドレスの中ではなく ${name}_S3_KEY_ID と ${name}_S3_SECRET に書いてください。`
const placeOf = (name: 'PICTURES' | 'BACKUP') =>
  z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .trim()
      .min(1)
      .refine((place) => !/^s3:\/\/.*@/.test(place), keysOfS3(name))
      .optional(),
  )
const endpointOf = (name: 'PICTURES' | 'BACKUP') =>
  z.preprocess(
    unsetWhenEmpty,
    webAddress.refine((text) => new URL(text).username === '', keysOfS3(name)).optional(),
  )

const envSchema = z.object({
  PORT: z.preprocess(unsetWhenEmpty, port.default(3000)),
  HOST: z.preprocess(unsetWhenEmpty, z.string().default('127.0.0.1')),
  SITE_ORIGIN: z.preprocess(unsetWhenEmpty, origin.optional()),
  API_BASE: z.preprocess(
    unsetWhenEmpty,
    z.enum(apiBases, { error: `${apiBases.join(' か ')} を書いてください。` }).default(apiBases[0]),
  ),
  DATA_DIR: z.preprocess(unsetWhenEmpty, z.string().default('./data')),
  DATABASE_URL: z.preprocess(unsetWhenEmpty, postgresAddress.optional()),
  DATABASE_READ_URL: z.preprocess(unsetWhenEmpty, postgresAddress.optional()),
  DEMO: z.preprocess(unsetWhenEmpty, zeroOrOne.optional()),
  DEMO_ORDERS: flag('1'),
  DEMO_PLACES: flag('0'),
  PRODUCT_FEED_URL: z.preprocess(unsetWhenEmpty, webAddress.optional()),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  SMTP_URL: z.preprocess(unsetWhenEmpty, mailServer.optional()),
  MAIL_FROM: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .trim()
      .regex(
        /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
        'メールアドレスか、"お店の名前 <メールアドレス>" の形で書いてください。',
      )
      .optional(),
  ),
  SMTP_HELO: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .regex(
        /^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[(?:IPv6:)?[0-9A-Fa-f.:]+\])$/,
        '1つのコンピューターの名前を、shop.example のように書いてください。',
      )
      .optional(),
  ),
  SMTP_PLAIN_PASSWORD: flag('0'),
  ALARM_WEBHOOK_URL: z.preprocess(unsetWhenEmpty, webAddress.optional()),
  ALARM_SMTP_URL: z.preprocess(unsetWhenEmpty, mailServer.optional()),
  OWNER_EMAIL: z.preprocess(
    unsetWhenEmpty,
    z.string().refine(isEmail, 'メールアドレスを書いてください。').optional(),
  ),
  AUTH_SECRET: z.preprocess(unsetWhenEmpty, longSecret.optional()),
  ADMIN_EMAILS: text,
  ADMIN_PASSWORD_HASH: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .regex(
        isHash,
        'npm run member -- hash-password が出す行ではありません。この行を消し、その命令を実行して、出た1行を書いてください。',
      )
      .optional(),
  ),
  REVEAL_UNKNOWN_EMAIL: flag('1'),
  POST_NEEDS_VERIFIED_EMAIL: flag('0'),
  TRUSTED_PROXY: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'ヘッダーの名前を1つだけ書いてください。')
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  METRICS_TOKEN: z.preprocess(unsetWhenEmpty, longSecret.optional()),
  PICTURES: placeOf('PICTURES'),
  PICTURES_S3_ENDPOINT: endpointOf('PICTURES'),
  PICTURES_S3_REGION: text,
  PICTURES_S3_KEY_ID: text,
  PICTURES_S3_SECRET: text,
  PICTURES_S3_SESSION_TOKEN: text,
  BACKUP_TO: placeOf('BACKUP'),
  BACKUP_S3_ENDPOINT: endpointOf('BACKUP'),
  BACKUP_S3_REGION: text,
  BACKUP_S3_KEY_ID: text,
  BACKUP_S3_SECRET: text,
  BACKUP_S3_SESSION_TOKEN: text,
  BACKUP_KEEP: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, '日、週、月の数を、7,4,12 のように書いてください。')
      .transform((text) => {
        const [days = 0, weeks = 0, months = 0] = text.split(',').map(Number)
        return { days, weeks, months }
      })
      .optional(),
  ),
  BACKUP_KEY: text,
  BACKUP_SECRET_KEY: text,
  SHOP_SETTINGS: text,
  LOG_LEVEL: z.preprocess(
    unsetWhenEmpty,
    z.enum(logLevels, { error: `${logLevels.join('、')} のどれかを書いてください。` }).default('info'),
  ),
})

export type Env = z.infer<typeof envSchema>

/** The only reader of `process.env`; refuses with a sentence per invalid setting. */
export const readEnv = (source: Record<string, string | undefined> = process.env): Result<Env, string[]> => {
  const parsed = envSchema.safeParse(source)
  if (parsed.success && parsed.data.DATABASE_READ_URL !== undefined && parsed.data.DATABASE_URL === undefined)
    return refused(['DATABASE_READ_URL: 複製の元の DATABASE_URL が書かれていません。'])
  if (parsed.success) return ok(parsed.data)
  return refused(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

/** A demo leaves the places of pictures and backups alone, which a real shop's `.env` may name, unless it is told to use them (D68). */
export const withoutPlacesInDemo = (env: Env, demo: boolean): Env =>
  demo && !env.DEMO_PLACES ? { ...env, PICTURES: undefined, BACKUP_TO: undefined } : env

const isLocal = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

const isPublic = ({ SITE_ORIGIN }: Env) =>
  SITE_ORIGIN !== undefined && !isLocal(new URL(SITE_ORIGIN).hostname)

/** With a test key on a public address, products could be had for test cards (S11). */
const problemsOfKeys = (env: Env): string[] => {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  const problems: string[] = []
  if (key?.startsWith('pk_'))
    problems.push(
      'STRIPE_SECRET_KEY：公開してよい鍵（pk_）です。秘密の鍵（sk_live_ か rk_live_ で始まるもの）を書いてください。',
    )
  else if (key !== undefined && !/^[sr]k_(live|test)_/.test(key))
    problems.push(
      'STRIPE_SECRET_KEY：秘密の鍵ではありません。sk_live_ か rk_live_ で始まるものを書いてください。',
    )
  else if (key !== undefined && !key.includes('_live_') && isPublic(env))
    problems.push(
      'STRIPE_SECRET_KEY：試験用の鍵です。試験用のカードで本物の商品が買えてしまうので、sk_live_ か rk_live_ で始まる本番の鍵を書いてください。',
    )
  if (webhookSecret !== undefined && !webhookSecret.startsWith('whsec_'))
    problems.push(
      'STRIPE_WEBHOOK_SECRET：通知の署名の鍵ではありません。whsec_ で始まるものを書いてください。',
    )
  return problems
}

/** The start cannot know whether a server offers TLS, but whether the address forbids it (N67). */
const problemsOfMailServers = (env: Env): string[] =>
  (['SMTP_URL', 'ALARM_SMTP_URL'] as const)
    .filter((name) => !env.SMTP_PLAIN_PASSWORD && refusesTls(env[name] ?? ''))
    .map(
      (name) =>
        `${name}：ignoreTLS=true があり、パスワードが暗号化されずに、よそのコンピューターへ送られます。ignoreTLS=true を消してください（ほかの人が通らない線の中だけなら、SMTP_PLAIN_PASSWORD=1 でこのまま送れます）。`,
    )

/** Of the sample in docs/running.md: cut values, hosts below example.jp, and the login of its mail server. */
const isOfSample = /…|\.{3}|(?:^|[@./])example\.jp(?:$|[>:/])|\/\/user:password@/

/** The value is not repeated: next to the sample's host may stand a true password. */
const problemsOfSample = (env: Env): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    typeof value === 'string' && isOfSample.test(value)
      ? [`${name}：見本（docs/running.md）のままのところがあります。ご自分のお店の値を書いてください。`]
      : [],
  )

/** What a shop that takes real money lacks (`DEMO=0`), a sentence each. */
export const problemsOfRealShop = (env: Env): string[] => {
  const problems: string[] = []
  const need = (name: keyof Env, why: string) => {
    if (env[name] === undefined) problems.push(`${name}：書かれていません。${why}`)
  }
  need('SITE_ORIGIN', 'お店のアドレスを、https://shop.example のように書いてください。')
  need(
    'STRIPE_SECRET_KEY',
    'お支払いを受けるのに要ります。決済会社の管理画面にある秘密の鍵を書いてください。',
  )
  need(
    'STRIPE_WEBHOOK_SECRET',
    '支払われたことの通知を確かめるのに要ります。決済会社の管理画面の Webhook にある、whsec_ で始まる鍵を書いてください。',
  )
  problems.push(...problemsOfKeys(env), ...problemsOfSample(env), ...problemsOfMailServers(env))
  need('SMTP_URL', 'ご注文のメールを送るメールサーバーを書いてください。')
  need('MAIL_FROM', 'ご注文のメールの差出人を書いてください。')
  need('OWNER_EMAIL', 'ご注文のたびにお知らせする、お店のメールアドレスを書いてください。')
  if (env.DATABASE_URL !== undefined)
    need(
      'AUTH_SECRET',
      `PostgreSQL のお店では、${fewestSecretCharacters}文字以上のでたらめな文字を書いてください（前からのお店なら、データの場所の auth-secret の中身）。`,
    )
  if (env.SITE_ORIGIN !== undefined) {
    const site = new URL(env.SITE_ORIGIN)
    if (site.protocol !== 'https:' && !isLocal(site.hostname))
      problems.push('SITE_ORIGIN：https:// で始まるアドレスにしてください。')
  }
  if (env.PRODUCT_FEED_URL !== undefined && !env.PRODUCT_FEED_URL.startsWith('https:'))
    problems.push('PRODUCT_FEED_URL：https:// で始まるアドレスにしてください。')
  if (env.ALARM_WEBHOOK_URL !== undefined && !env.ALARM_WEBHOOK_URL.startsWith('https:'))
    problems.push('ALARM_WEBHOOK_URL：https:// で始まるアドレスにしてください。')
  return problems
}
