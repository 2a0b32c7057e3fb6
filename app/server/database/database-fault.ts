import { certificateFaultOf } from '../certificate-fault.ts'
import { codeOfError } from '../whole-file.ts'
import { isDatabaseAway } from './database-errors.ts'

/** What sentences call the database of the settings. */
export const configuredDatabase = 'DATABASE_URL のデータベース'

/**
 * Why a database could not be reached, entered or used, as a sentence with what to do (D96); undefined for an error that says neither. `name` is how
 * the sentence calls the database. A host's name is not repeated: of an address that was meant otherwise it may be part of a password (D95).
 */
export const databaseFault = (error: unknown, name: string): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const code = String(codeOfError(error) ?? '')
  return ofEntrance(code, message, name) ?? ofTls(code, message, name) ?? ofAnswer(error, code, name)
}

const ofEntrance = (code: string, message: string, name: string): string | undefined => {
  if (code === '28P01')
    return `${name}に入れません。ユーザー名かパスワードが違います。アドレスを確かめてください。`
  if (/client password must be a string|no password supplied/i.test(message))
    return `${name}に入れません。パスワードが要ります。アドレスに、ユーザー名:パスワード@ の形で書いてください。`
  if (code === '28000' && /no encryption|SSL off/i.test(message))
    return `${name}は、このコンピューターからのつながりを、このままでは受けつけません。TLS を求めているかもしれないので、アドレスの終わりに ?sslmode=verify-full を付けて試し、それでもだめなら PostgreSQL の pg_hba.conf（会社に借りているなら「許可するアドレス」）に加えてください。`
  if (code === '28000' && message.includes('pg_hba.conf'))
    return `${name}は、このコンピューターからのつながりを許していません。PostgreSQL の pg_hba.conf（会社に借りているなら「許可するアドレス」）に加えてください。`
  if (code.startsWith('28')) return `${name}に入れません。ユーザー名を確かめてください。`
  const [, parameter] = /unsupported startup parameter(?: in options)?: "?(\w+)/.exec(message) ?? []
  if (parameter !== undefined)
    return `${name}の中継（pgbouncer など）が、アドレスの ${parameter} を受けつけません。アドレスから消すか、中継の ignore_startup_parameters に ${parameter} を加えてください（docs/scaling.md）。`
  if (code === '3D000')
    return `${name}がサーバーにありません。アドレスの終わりの名前を確かめるか、先に空のデータベースを作ってください。`
  if (code === '42501')
    return `${name}に対する権限が足りません（${message}）。データベースの持ち主のユーザーをアドレスに書くか、権限を与えてください。`
  if (code === '25006')
    return `${name}は読み取り専用です。書き込める元のデータベースのアドレスを書いてください。`
  if (code === '53300')
    return `${name}が、これ以上つながりを受けつけません（${message}）。ほかのプログラムを止めるか、PostgreSQL の max_connections を増やしてください。`
  return undefined
}

const ofTls = (code: string, message: string, name: string): string | undefined => {
  if (message.includes('does not support SSL connections'))
    return `${name}のサーバーは TLS を使えません。サーバーで TLS を使えるようにするか、同じコンピューターか内側のネットワークのときだけ、アドレスの sslmode=… を消してください。`
  const certificate = certificateFaultOf(code)
  if (certificate === 'certificate-unknown')
    return `${name}のサーバーの証明書を確かめられません（${code}）。発行元の証明書のファイルを会社から受け取り、アドレスの終わりに &sslrootcert=/場所/ca.pem と書くか、.env の NODE_EXTRA_CA_CERTS に書いてください（docs/settings.md）。`
  if (certificate === 'certificate-expired')
    return `${name}のサーバーの証明書の期限が合いません（${code}）。サーバーの証明書を新しくし、両方のコンピューターの時計を確かめてください。`
  if (certificate === 'certificate-name')
    return `${name}のサーバーの証明書は、別の名前のものです（${code}）。アドレスのホストを、証明書にある名前で書いてください。`
  return undefined
}

/** The code of a pooler behind which nobody could be served, since there are no transactions (D100). */
export const statementPooling = 'STATEMENT_POOLING'

const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN'])

const ofAnswer = (error: Error, code: string, name: string): string | undefined => {
  if (code === statementPooling)
    return `${name}の中継（pgbouncer など）は、接続を1文ごとに使い回します（pool_mode = statement）。お店の書き込みはトランザクションなので、このままでは使えません。pool_mode を session か transaction にしてください（docs/scaling.md）。`
  if (unknownHost.has(code))
    return `${name}のサーバーの名前が見つかりません（${code}）。アドレスのホストと、ネットワークを確かめてください。`
  if (code === 'ECONNREFUSED' || (code === 'ENOENT' && Reflect.get(error, 'syscall') === 'connect'))
    return `${name}のサーバーが、そのホストとポートにいません（${code}）。PostgreSQL が動いているか、アドレスのホストとポートを確かめてください。`
  if (isDatabaseAway(error))
    return `${name}が答えません（${error.message || code}）。PostgreSQL が動いているか、ネットワークを確かめて、もう一度実行してください。`
  return undefined
}
