import { type PeerCertificate, TLSSocket } from 'node:tls'
import type { SendMailOptions } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { displayDate } from '../../kernel/dates.ts'
import { type MailStep, type MailTrouble, troubleOf, troubleSentence } from './mail-trouble.ts'
import {
  messageOf,
  type OutgoingMail,
  type SmtpOptions,
  type SmtpSettings,
  smtpOptions,
  withoutAddresses,
} from './smtp.ts'

export interface TriedStep {
  /** `skipped`: a mail goes out without it. */
  readonly state: 'done' | 'skipped' | 'failed'
  readonly text: string
  /** Words of the mail server or of the system, without passwords and addresses; mostly ''. */
  readonly said: string
}

export interface MailTrial {
  readonly steps: readonly TriedStep[]
  /** Null when all went well. */
  readonly trouble: MailTrouble | null
  readonly failedAt: MailStep | null
}

/**
 * Goes the way of a mail over a connection of its own and tells each step; without `mail` as far as the login (N65, N66). Never throws:
 * `abort` ends it like a server that is silent.
 */
export const tryMailServer = async (
  settings: SmtpSettings,
  mail: OutgoingMail | null,
  abort: AbortSignal,
): Promise<MailTrial> => {
  const options = await smtpOptions(settings)
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection(options)
  const step = stepsOver(connection, abort)
  const steps: TriedStep[] = []
  let at: MailStep = 'connection'
  try {
    await step<void>((answer) => connection.connect((error) => answer(error)))
    steps.push(nameStep(options), connectionStep(connection), tlsStep(connection))
    at = 'login'
    steps.push(await logIn(connection, options, step))
    if (mail !== null) {
      at = 'sender'
      const response = await handOver(connection, messageOf(mail, settings.from), step)
      const words = tellable(response.trim().split(/\r?\n/).at(-1) ?? '', options)
      steps.push(...envelopeSteps, done('メールサーバーが引き受けました。', words))
    }
    connection.quit()
    return { steps, trouble: null, failedAt: null }
  } catch (error) {
    const { step: failed, why } = troubleOf(error, at)
    if (steps.length === 0) steps.push(...stepsBefore(failed, options, connection))
    if (failed === 'recipient') steps.push(...envelopeSteps.slice(0, 1))
    if (failed === 'message') steps.push(...envelopeSteps)
    steps.push({ state: 'failed', text: troubleSentence(why), said: tellable(wordsOf(error), options) })
    connection.close()
    return { steps, trouble: why, failedAt: failed }
  }
}

type Step = <T>(begin: (answer: (error: unknown, value: T) => void) => void) => Promise<T>

/** A connection fails by its event, also while a step waits for an answer of its own. */
const stepsOver = (connection: SMTPConnection, abort: AbortSignal): Step => {
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  connection.on('error', broken.reject)
  const cut = () => broken.reject(Object.assign(new Error('no answer in time'), { code: 'EABORT' }))
  if (abort.aborted) cut()
  abort.addEventListener('abort', cut, { once: true })
  return <T>(begin: (answer: (error: unknown, value: T) => void) => void) =>
    Promise.race([
      broken.promise,
      new Promise<T>((resolve, reject) => {
        begin((error, value) => (error ? reject(error) : resolve(value)))
      }),
    ])
}

const done = (text: string, said = ''): TriedStep => ({ state: 'done', text, said })
const skipped = (text: string): TriedStep => ({ state: 'skipped', text, said: '' })

/** The mail server answers for both at once. */
const envelopeSteps = [done('差出人（MAIL_FROM）が受けつけられました。'), done('宛先が受けつけられました。')]

const nameStep = ({ host }: SmtpOptions): TriedStep => done(`サーバーの名前が見つかりました：${host}`)

const connectionStep = ({ port, _socket: socket }: SMTPConnection): TriedStep => {
  const address = (socket || undefined)?.remoteAddress
  return done(`つながりました：${address === undefined ? '' : `${address} の`}${port}番`)
}

const tlsStep = ({ _socket: socket }: SMTPConnection): TriedStep => {
  if (!(socket instanceof TLSSocket)) return skipped('暗号化していません。')
  const { subject, issuer, valid_to: until } = socket.getPeerCertificate()
  const facts = [
    socket.getProtocol() ?? 'TLS',
    `証明書は ${nameOf(subject)}`,
    `発行元は ${nameOf(issuer)}`,
    `期限は ${displayDate(Date.parse(until))}`,
    ...(socket.authorized ? [] : ['SMTP_URL の設定により、証明書を確かめていません']),
  ]
  return done(`暗号化しました：${facts.join('、')}`)
}

const nameOf = ({ CN, O }: Partial<PeerCertificate['subject']> = {}): string =>
  [CN ?? O ?? '不明'].flat().join('、')

const logIn = async (connection: SMTPConnection, { auth }: SmtpOptions, step: Step): Promise<TriedStep> => {
  if (auth === undefined) return skipped('ログインはしません（SMTP_URL にユーザー名がありません）。')
  // As for every mail: one that takes none gets none.
  if (!connection.allowsAuth) return skipped('ログインはしません（メールサーバーが受けつけていません）。')
  await step<unknown>((answer) => connection.login({ ...auth }, answer))
  return done('ログインできました。')
}

const handOver = async (
  connection: SMTPConnection,
  message: SendMailOptions,
  step: Step,
): Promise<string> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composed = new MailComposer(message).compile()
  const { response } = await step<{ readonly response: string }>((answer) =>
    connection.send(composed.getEnvelope(), composed.createReadStream(), answer),
  )
  return response
}

/** What must have gone well before a connection could fail so. */
const stepsBefore = (failed: MailStep, options: SmtpOptions, connection: SMTPConnection): TriedStep[] => [
  ...(failed === 'name' ? [] : [nameStep(options)]),
  ...(failed === 'tls' || connection.stage === 'connected' ? [connectionStep(connection)] : []),
]

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'response' in error && typeof error.response === 'string' ? error.response : error.message
}

const longestWords = 300

/** Words in which the password stands are not told at all, since a gap would show how long it is. */
const tellable = (words: string, { auth }: SmtpOptions): string => {
  const { user = '', pass = '' } = auth ?? {}
  const forms = [pass, encodeURIComponent(pass), base64(pass), base64(`\0${user}\0${pass}`)]
  if (pass !== '' && forms.some((form) => words.includes(form))) return ''
  // Signs of control would steer the terminal in which they are told.
  const line = withoutAddresses(words)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return line.length > longestWords ? `${line.slice(0, longestWords)}…` : line
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
