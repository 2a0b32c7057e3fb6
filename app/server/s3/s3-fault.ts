import { certificateFaultOf } from '../certificate-fault.ts'
import { codeOfError } from '../whole-file.ts'

/** What the names of the settings of a bucket begin with. */
export type S3SettingsName = 'PICTURES_S3' | 'BACKUP_S3'

interface S3Facts {
  readonly settings: S3SettingsName
  readonly endpoint: string
  readonly region: string
  /** Whether the store has just taken a signature of the same key. */
  readonly wasTrusted: boolean
}

interface Told extends S3Facts {
  readonly body: string
}

const hostOf = ({ endpoint }: Told): string => new URL(endpoint).host
const bucketOf = ({ endpoint }: Told): string => new URL(endpoint).pathname.slice(1)
const regionIn = ({ body }: Told): string | undefined => /<Region>([\w-]+)<\/Region>/.exec(body)?.[1]

/** The same for every command, the start and the desk (D90): what is wrong, and what to do. */
const sentences = {
  'key-id': ({ settings }: Told) =>
    `S3 に、その鍵はありません。${settings}_KEY_ID の写しまちがいと、鍵が取り消されていないかを確かめてください`,
  key: ({ settings }: Told) =>
    `S3 の鍵が違います。${settings}_KEY_ID と ${settings}_SECRET を、1文字ずつ確かめてください`,
  'signed-otherwise': (told: Told) =>
    `S3 の鍵は合っていますが、${hostOf(told)} は署名の確かめ方がほかと違い、頼みごとの一部だけを断りました。鍵を替えても直りません。相手のソフトを新しくするか、別の S3 を使ってください`,
  token: ({ settings }: Told) =>
    `S3 の一時的な鍵（${settings}_SESSION_TOKEN）が違うか、期限が切れています。${settings}_KEY_ID・${settings}_SECRET・${settings}_SESSION_TOKEN の3つを新しくするか、期限のない鍵にして ${settings}_SESSION_TOKEN の行を消してください`,
  rights: ({ settings, ...told }: Told) =>
    `S3 の鍵（${settings}_KEY_ID）に許可がありません。バケット「${bucketOf({ settings, ...told })}」の一覧・読み・書き・削除を許してください`,
  region: ({ settings, ...told }: Told) => {
    const wanted = regionIn({ settings, ...told })
    const advice = wanted === undefined ? 'を、会社の案内にある地域に' : `=${wanted} に`
    return `S3 の地域が違います。${settings}_REGION${advice}直してください（いまは ${told.region}）`
  },
  'no-bucket': (told: Told) =>
    `S3 にそのバケットはありません（${bucketOf(told)}）。名前と ${told.settings}_REGION・${told.settings}_ENDPOINT を確かめてください`,
  clock: () =>
    'S3 と時計が合いません。このコンピューターの時計（日付・時刻・時間帯）を合わせてから、もう一度実行してください',
  full: () =>
    'S3 の容量か、使える量の上限に達しています。S3 の会社の管理画面で上限を確かめるか、空きを作ってください',
  redirected: ({ settings }: Told) =>
    `S3 が別のアドレスへ案内しました。${settings}_ENDPOINT（http:// と https:// の違いも）と ${settings}_REGION を確かめてください`,
  'not-s3': (told: Told) =>
    `${hostOf(told)} の答えは S3 のものではありません。${told.settings}_ENDPOINT を、会社の案内にある S3 のアドレスに直してください`,
  'endless-list': (told: Told) =>
    `${hostOf(told)} の一覧が終わりません。続きを頼んでも、先へ進みません。相手のソフトを新しくするか、別の S3 を使ってください`,
  'certificate-unknown': (told: Told) =>
    `${hostOf(told)} の証明書を確かめられません。ご自分の認証局の証明書なら、そのファイル（PEM）の場所を .env の NODE_EXTRA_CA_CERTS に書いて、もう一度実行してください`,
  'certificate-expired': (told: Told) =>
    `${hostOf(told)} の証明書の期限が切れているか、まだ始まっていません。このコンピューターの時計が合っていれば、証明書を新しくしてもらってください`,
  'certificate-name': (told: Told) =>
    `${hostOf(told)} の証明書は、別の名前のものです。${told.settings}_ENDPOINT を、証明書にある名前で書いてください`,
  'no-tls': (told: Told) =>
    `${hostOf(told)} と暗号で話せません。${told.settings}_ENDPOINT の https:// と http://、番号（ポート）を確かめてください`,
  'no-name': (told: Told) =>
    `${hostOf(told)} という名前のコンピューターが見つかりません。${told.settings}_ENDPOINT と ${told.settings}_REGION の写しまちがいを確かめてください`,
  closed: (told: Told) =>
    `S3 につながりませんでした。${hostOf(told)} は、つなぐのを断りました。S3 が動いているか、${told.settings}_ENDPOINT の番号（ポート）が正しいかを確かめてください`,
  unreachable: (told: Told) =>
    `S3 につながりませんでした（${hostOf(told)}）。ネットワークを確かめて、もう一度実行してください`,
  silent: (told: Told) =>
    `S3 が時間内に答えませんでした（${hostOf(told)}）。ネットワークを確かめて、もう一度実行してください`,
  cut: (told: Told) =>
    `S3 とのつながりが途中で切れました（${hostOf(told)}）。ネットワークを確かめて、もう一度実行してください`,
  'no-length': (told: Told) =>
    `S3（${hostOf(told)}）が、置いてあるものの大きさを答えません。しばらくして、もう一度実行してください`,
  busy: () => 'S3 が混み合っています。しばらくして、もう一度実行してください',
  fails: () => 'S3 の側で失敗しています。しばらくして、もう一度実行してください',
  refused: (told: Told) =>
    `S3（${hostOf(told)}）に断られました。かっこの中の言葉を、S3 の会社の案内で調べてください`,
} as const

type S3FaultKind = keyof typeof sentences

const mayPass = new Set<S3FaultKind>(['closed', 'unreachable', 'silent', 'cut', 'no-length', 'busy', 'fails'])

/** Where the store gave no answer that it means. */
const isNoAnswer = new Set<S3FaultKind>([
  ...mayPass,
  'certificate-unknown',
  'certificate-expired',
  'certificate-name',
  'no-tls',
  'no-name',
])

/** What a bucket, or the way to it, does wrong; its message is a sentence for the owner (D90). */
export class S3Fault extends Error {
  override readonly name = 'S3Fault'
  readonly kind: S3FaultKind
  /** Without anybody's doing, so that a later call may succeed. */
  readonly mayPass: boolean
  /** The store answered, and the owner has to mend a setting or a right. */
  readonly isRefused: boolean
  constructor(kind: S3FaultKind, told: Told, { detail, cause }: { detail: string; cause: unknown }) {
    super(`${sentences[kind](told)}${detail === '' ? '' : `（${detail}）`}。`, { cause })
    this.kind = kind
    this.mayPass = mayPass.has(kind)
    this.isRefused = !isNoAnswer.has(kind)
  }
}

/** The store answered, and not with what was asked for. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly status: number
  readonly body: string
  /** As the store names it; '' where it does not. */
  readonly code: string
  constructor(status: number, { body, code }: { readonly body: string; readonly code?: string | undefined }) {
    super(`S3 answered ${status}`)
    this.status = status
    this.body = body
    this.code = (code ?? /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '').slice(0, 60)
  }
}

/** The store's answer broke off. */
export class S3Cut extends Error {
  override readonly name = 'S3Cut'
}

/** An object whose length is not told, so that its end cannot be told from a cut. */
export class NoLength extends Error {
  override readonly name = 'NoLength'
}

/** What S3 would not have sent, as a web page where a list was asked for. */
export class NotS3 extends Error {
  override readonly name = 'NotS3'
}

/** A list that says that more follows, and leads to no more. */
export class EndlessList extends Error {
  override readonly name = 'EndlessList'
}

/** What a call has thrown as a fault of the store; undefined for any other error. */
export const s3FaultOf = (error: unknown, facts: S3Facts): S3Fault | undefined => {
  if (error instanceof S3Fault) return error
  if (error instanceof S3Refusal) {
    const { status, code, body } = error
    const told = { ...facts, body }
    const detail = `${status} ${code}`.trim()
    return new S3Fault(kindOfAnswer(status, code, told), told, { detail, cause: error })
  }
  const found = kindOfNoAnswer(error)
  return found && new S3Fault(found.kind, { ...facts, body: '' }, { detail: found.detail, cause: error })
}

const kinds = new Map<string, S3FaultKind>(
  Object.entries({
    InvalidAccessKeyId: 'key-id',
    Unauthorized: 'key',
    SignatureDoesNotMatch: 'key',
    InvalidSecurity: 'key',
    ExpiredToken: 'token',
    InvalidToken: 'token',
    TokenRefreshRequired: 'token',
    AuthorizationHeaderMalformed: 'region',
    InvalidRegionName: 'region',
    IllegalLocationConstraintException: 'region',
    PermanentRedirect: 'region',
    TemporaryRedirect: 'region',
    NoSuchBucket: 'no-bucket',
    InvalidBucketName: 'no-bucket',
    RequestTimeTooSkewed: 'clock',
    RequestExpired: 'clock',
    ExpiredRequest: 'clock',
    QuotaExceeded: 'full',
    XMinioStorageFull: 'full',
    RequestTimeout: 'silent',
    SlowDown: 'busy',
    TooManyRequests: 'busy',
  } as const),
)

const kindOfAnswer = (status: number, code: string, told: Told): S3FaultKind => {
  const kind = kinds.get(code)
  if (kind === 'key' && code === 'SignatureDoesNotMatch' && told.wasTrusted) return 'signed-otherwise'
  if (kind !== undefined) return kind
  if (/cap exceeded|quota/i.test(told.body) || status === 507) return 'full'
  if (status === 408) return 'silent'
  if (status === 429 || status === 503) return 'busy'
  if (status >= 500 && status !== 501) return 'fails'
  if (/<html/i.test(told.body)) return 'not-s3'
  if (status === 401) return 'key'
  if (status === 403) return 'rights'
  if (status === 404) return 'no-bucket'
  return status < 400 ? 'redirected' : 'refused'
}

const kindsOfCode = new Map<string, S3FaultKind>(
  Object.entries({
    EPROTO: 'no-tls',
    ENOTFOUND: 'no-name',
    ECONNREFUSED: 'closed',
    ETIMEDOUT: 'silent',
    UND_ERR_CONNECT_TIMEOUT: 'silent',
    UND_ERR_HEADERS_TIMEOUT: 'silent',
    UND_ERR_BODY_TIMEOUT: 'silent',
    ECONNRESET: 'cut',
    EPIPE: 'cut',
    UND_ERR_SOCKET: 'cut',
  } as const),
)

/** Of errors without an answer; `cause` says why, as of a certificate. */
const kindOfNoAnswer = (error: unknown): { kind: S3FaultKind; detail: string } | undefined => {
  if (error instanceof NotS3) return { kind: 'not-s3', detail: '' }
  if (error instanceof EndlessList) return { kind: 'endless-list', detail: '' }
  if (error instanceof NoLength) return { kind: 'no-length', detail: '' }
  if (error instanceof S3Cut) return { kind: 'cut', detail: error.message }
  if (!(error instanceof Error)) return undefined
  if (['TimeoutError', 'AbortError'].includes(error.name)) return { kind: 'silent', detail: '' }
  const code = codeIn(error)
  const kind =
    certificateFaultOf(code) ?? kindsOfCode.get(code) ?? (/^ERR_(SSL|TLS)_/.test(code) ? 'no-tls' : undefined)
  if (kind !== undefined) return { kind, detail: code }
  return error instanceof TypeError && error.cause instanceof Error
    ? { kind: 'unreachable', detail: code || error.cause.message.slice(0, 100) }
    : undefined
}

/** The first code of an error and its causes; of several addresses that were tried, the first one's. */
const codeIn = (error: unknown): string => {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = codeOfError(each)
    if (typeof code === 'string') return code
    if (each instanceof AggregateError) return codeIn(each.errors[0])
  }
  return ''
}
