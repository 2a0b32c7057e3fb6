import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { root } from '../../../scripts/install-when-missing.js'
import { numbersFrom } from '../numbers-from.ts'
import type { ShopProcess } from '../shop-process.ts'
import { bodyFor } from '../shopper-for-tests.ts'
import { type ActorName, actorNames, actors, cookiesOf } from './actors.ts'
import { type FoundPages, walk } from './found-pages.ts'
import { type Known, nextRequest } from './odd-requests.ts'
import { type OddAnswer, type OddRequest, send } from './send.ts'

/** Of the tested shop, whose limits count by this header. */
const fuzzSecret = 'fuzz '.repeat(8)
export const fuzzSettings = { AUTH_SECRET: fuzzSecret, TRUSTED_PROXY: 'x-real-ip', LOG_LEVEL: 'warn' }

const atOnce = 6
const newSessionsEach = 250

export interface Fuzz {
  readonly shop: Pick<ShopProcess, 'origin' | 'listens' | 'output' | 'dataDir'>
  readonly db: Kysely<Schema>
  readonly seed: number
  readonly requests: number
  /** Limits of the walk before it: addresses of one kind, and pages of each actor. */
  readonly perKind: number
  readonly mostPages: number
  readonly tell: (line: string) => void
}

export interface Findings {
  /** Of each status how many; 0 is a line that was closed without an answer. */
  readonly statuses: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** Faults, each in a line that says how to repeat the request. */
  readonly wrong: readonly string[]
}

const sessions = async (db: Kysely<Schema>): Promise<Record<ActorName, string>> => {
  const cookie: Record<ActorName, string> = {
    visitor: '',
    member: '',
    uploader: '',
    admin: '',
    packer: '',
    owner: '',
  }
  for (const actor of actorNames) cookie[actor] = await cookiesOf(db, fuzzSecret, actor)
  // Otherwise the limits of tries would soon refuse everything else.
  await db.deleteFrom('rateLimit').execute()
  return cookie
}

const demoFile = 'demo/uploads/02052ba6255848ed2b2271f10dd1cbe6-800x1000.jpg'

const known = async ({ shop, db }: Fuzz, found: readonly FoundPages[]): Promise<Known> => {
  const links = [...new Set(found.flatMap((each) => each.links))]
  const forms = found.flatMap((each) => each.forms)
  const paths = [...links, ...forms.map(({ path }) => path)].map((path) => path.split('?')[0] ?? path)
  const segments = [...new Set(paths.flatMap((path) => path.split('/')))].filter((part) => part.length > 2)
  const number = segments.find((part) => /^F-\d+$/.test(part)) ?? 'F-1001'
  return {
    origin: shop.origin,
    links,
    forms,
    segments,
    json: [
      await bodyFor(db, [[number, 2]]),
      { email: 'a@b.example' },
      { id: 'evt_1', object: 'event', type: 'x' },
    ],
    files: [await readFile(join(root, demoFile)), Buffer.from(`%PDF-1.4\n${'x'.repeat(3_000)}\n%%EOF`)],
  }
}

const again = ({ actor, method, path, headers, body }: OddRequest): string =>
  `${actor} ${method} ${path.slice(0, 600)} ${JSON.stringify(headers.filter(([name]) => name !== 'cookie')).slice(0, 900)} ${JSON.stringify(Buffer.from(body).toString('latin1').slice(0, 1_500))}`

const atTheDesk: readonly ActorName[] = ['packer', 'owner']

/** 503 is what overload answers. */
const faultOf = (request: OddRequest, { status, ms, isLate }: OddAnswer): string | undefined => {
  if (status >= 500 && status !== 503) return `${status}`
  if (isLate) return `no answer in ${ms.toFixed(0)} ms`
  const isOfDesk = /^\/admin(?![\w-])/i.test(request.path) && !atTheDesk.includes(request.actor)
  if (isOfDesk && status >= 200 && status < 300) return `${status} to who is not at the desk`
  return status === 0 && !request.isUnfinished && request.body.length < 10_000 ? 'closed' : undefined
}

/** A late answer is requested once more, because the machine may have stalled; a fault of the shop repeats. */
const askedAgainWhenLate = async (listens: string, request: OddRequest): Promise<OddAnswer> => {
  const answer = await send(listens, request)
  return answer.isLate ? send(listens, request) : answer
}

/** Output of the shop that shows a fault: errors, and lines that are not of its log. */
const faultsInLog = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":"error"|^\s+at |Warning:|Unhandled|^\w*Error/.test(line))

/** The walk of every actor; broken pages are faults, and each form is sent unchanged. */
const walkAll = async (fuzz: Fuzz, wrong: string[]): Promise<FoundPages[]> => {
  const cookie = await sessions(fuzz.db)
  const found: FoundPages[] = []
  for (const actor of actorNames) {
    const pages = await walk({ ...fuzz.shop, ...fuzz, cookie: cookie[actor] })
    fuzz.tell(`${actor}: ${pages.links.length} addresses, ${pages.forms.length} forms`)
    wrong.push(...pages.broken.map((line) => `the walk of ${actor}: ${line}`))
    found.push(pages)
  }
  return found
}

/** All faults of the shop, in words. Deterministic by its seed, except for ids that the shop draws. */
export const fuzzShop = async (fuzz: Fuzz): Promise<Findings> => {
  const { shop, db, requests, tell } = fuzz
  const wrong: string[] = []
  const draw = numbersFrom(fuzz.seed)
  const shown = await known(fuzz, await walkAll(fuzz, wrong))
  const statuses: Record<string, number> = {}
  let [sent, slowestMs] = [0, 0]
  let cookie = await sessions(db)
  const sendAll = async () => {
    while (sent < requests) {
      sent += 1
      if (sent % newSessionsEach === 0) cookie = await sessions(db)
      if (sent % 10_000 === 0) tell(`${sent}: ${JSON.stringify(statuses)}, ${wrong.length} wrong`)
      const request = nextRequest(draw, shown, cookie)
      const answer = await askedAgainWhenLate(shop.listens, request)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (!request.isUnfinished) slowestMs = Math.max(slowestMs, answer.ms)
      const fault = faultOf(request, answer)
      if (fault !== undefined) wrong.push(`${fault}: ${again(request)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendAll))
  wrong.push(...faultsInLog(shop.output()).map((line) => `the log: ${line.slice(0, 900)}`))
  return { statuses, slowestMs, wrong }
}

/** Every actor can still sign in with its password, each from its own address; gives those that cannot. */
export const lostSignIns = async ({ origin, listens }: Fuzz['shop'], password: string): Promise<string[]> => {
  const lost: string[] = []
  for (const [at, email] of Object.values(actors).entries()) {
    if (email === undefined) continue
    const answer = await fetch(new URL('/gallery/login', listens), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'x-real-ip': `198.51.100.${at}` },
      body: new URLSearchParams({ email, password }),
    })
    const said = /role="alert"[^>]*>([\s\S]{0,300})/.exec(await answer.text())?.[1]
    if (answer.status !== 302) lost.push(`${email} signs in: ${answer.status} ${said}`)
  }
  return lost
}
