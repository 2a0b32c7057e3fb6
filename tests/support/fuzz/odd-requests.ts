import { addresses } from '../../../app/addresses.ts'
import type { Draw } from '../numbers-from.ts'
import { type ActorName, actorNames } from './actors.ts'
import type { FoundForm } from './found-forms.ts'
import { encoded, oddText, oddValue } from './odd-values.ts'
import type { OddRequest } from './send.ts'

/** What the shop has shown its actors, and where it listens. */
export interface Known {
  readonly origin: string
  readonly links: readonly string[]
  readonly forms: readonly FoundForm[]
  /** Whole segments of their addresses: ids, numbers and tokens. */
  readonly segments: readonly string[]
  /** Bodies that the shop accepts as JSON, loosely typed. */
  readonly json: readonly object[]
  /** Files that it accepts. */
  readonly files: readonly Uint8Array[]
}

interface SentBody {
  readonly type: string
  readonly body: Uint8Array
}

const rows = Object.keys(addresses)
const methods = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'post', 'GARBAGE']
const types = [
  'application/json',
  'text/plain',
  'image/jpeg',
  'application/pdf',
  'multipart/form-data',
  'x',
  '',
]
const unknownFields = ['__proto__', 'constructor', 'role', 'isAdmin', 'canUpload', 'price', 'id', 'toString']

const one = <T>(draw: Draw, from: readonly T[]): T => {
  const chosen = from[draw(from.length)]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

const chance = (draw: Draw, percent: number): boolean => draw(100) < percent

const segment = (draw: Draw, known: Known): string =>
  chance(draw, 55) && known.segments.length > 0
    ? one(draw, known.segments)
    : encoded(oddText(draw, known.segments).slice(0, chance(draw, 5) ? 9_000 : 300)) || '-'

const query = (draw: Draw, known: Known, names: readonly string[]): string => {
  const pairs = Array.from({ length: draw(4) }, () => {
    const name = names.length > 0 && chance(draw, 80) ? one(draw, names) : encoded(oddText(draw).slice(0, 60))
    return `${name}=${encoded(oddText(draw, known.segments).slice(0, 2_000))}`
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const spelling: readonly ((path: string, draw: Draw) => string)[] = [
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => `${path}.data`,
  (path) => `${path}.data?_routes=${encodeURIComponent('routes/desk/orders,root,__proto__')}`,
  (path) => `/${path}`,
  (path) => path.replace('/', '/%2e%2e/'),
  (path) => `${path};a=b`,
  (path) => `${path}%`,
  (path, draw) => `${path}${encoded(oddText(draw).slice(0, 200))}`,
  (path) => `http://evil.example${path}`,
]

const pathAt = (row: string, draw: Draw, known: Known): string => {
  const filled = row.replace(/:\w+|\*$/g, () => segment(draw, known))
  const path = filled + query(draw, known, addresses[row]?.parameters ?? [])
  return chance(draw, 12) ? one(draw, spelling)(path, draw) : path
}

const form = (pairs: readonly (readonly [string, string])[]): SentBody => ({
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')),
})

/** The fields of a form, most of them unchanged, so that later checks are reached as well. */
const spoilt = (fields: FoundForm['fields'], draw: Draw, known: Known): SentBody => {
  const odd = chance(draw, 15) ? 100 : chance(draw, 25) ? 0 : 15
  const pairs = fields.flatMap(([name, value]) => {
    if (!chance(draw, odd)) return [[name, value] as const]
    if (chance(draw, 10)) return []
    const pair = [name, oddText(draw, known.segments)] as const
    return chance(draw, 10) ? [pair, [name, value] as const] : [pair]
  })
  return form(chance(draw, 10) ? [...pairs, [one(draw, unknownFields), oddText(draw)]] : pairs)
}

/** A copy with one member, at any depth, replaced. */
const withOddMember = (value: unknown, draw: Draw): unknown => {
  if (typeof value !== 'object' || value === null || chance(draw, 15)) return oddValue(draw)
  const entries = Object.entries(value)
  const at = draw(entries.length + 1)
  const changed = entries.map(([name, inner], place) => [
    name,
    place === at ? withOddMember(inner, draw) : inner,
  ])
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}

const jsonTexts = (draw: Draw, known: Known): string =>
  one<() => string>(draw, [
    () => JSON.stringify(one(draw, known.json)),
    () => JSON.stringify(withOddMember(one(draw, known.json), draw)),
    () => JSON.stringify(withOddMember(one(draw, known.json), draw)),
    () => JSON.stringify(oddValue(draw)),
    () => JSON.stringify(one(draw, known.json)).slice(0, -1 - draw(20)),
    () => '['.repeat(50_000),
    () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"role":"owner"}}}',
    () => `{"a":${'9'.repeat(5_000)},"b":1e999,"c":"\\ud800","d":"\\u0000"}`,
    () => '\0',
    () => '{"a":1}{"a":2}',
  ])()

const bytes = (draw: Draw, most: number) => Uint8Array.from({ length: draw(most) }, () => draw(256))

const spoiltFile = (file: Uint8Array, draw: Draw): Uint8Array => {
  const copy = Uint8Array.from(file.subarray(0, chance(draw, 40) ? draw(file.length) : file.length))
  for (let times = draw(20); times > 0 && copy.length > 0; times -= 1) copy[draw(copy.length)] = draw(256)
  return copy
}

const multipart = (draw: Draw): SentBody => ({
  type: `multipart/form-data; boundary=${chance(draw, 30) ? '' : 'b'}`,
  body: Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="${oddText(draw).slice(0, 80)}"; filename="../../a.php"\r\n\r\n${oddText(draw)}${chance(draw, 50) ? '\r\n--b--\r\n' : ''}`,
  ),
})

const bodyOf = (draw: Draw, known: Known, fields: FoundForm['fields']): SentBody => {
  const kind = draw(100)
  if (kind < 45) return spoilt(fields, draw, known)
  if (kind < 70) return { type: 'application/json', body: Buffer.from(jsonTexts(draw, known)) }
  if (kind < 82 && known.files.length > 0)
    return { type: one(draw, ['image/jpeg', ...types]), body: spoiltFile(one(draw, known.files), draw) }
  if (kind < 88) return multipart(draw)
  if (kind < 90) return form([['q', 'a'.repeat(300_000 + draw(2) * 2_000_000)]])
  if (kind < 93) return form(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, '1'] as const))
  return { type: one(draw, types), body: bytes(draw, 2_000) }
}

const oddHeaders: readonly ((draw: Draw) => readonly [string, string])[] = [
  (draw) => [
    'cookie',
    `better-auth.session_token=${oddText(draw)
      .replaceAll(/[\r\n]/g, '')
      .slice(0, 3_000)}`,
  ],
  (draw) => ['cookie', `desk-session=${encoded(oddText(draw).slice(0, 300))}; a; =; ;;`],
  (draw) => [
    'accept-language',
    oddText(draw)
      .slice(0, 200)
      .replaceAll(/[\r\n\0]/g, ''),
  ],
  (draw) => ['accept-encoding', one(draw, ['br;q=9', '*;q=0', 'gzip,'.repeat(300), 'zstd'])],
  (draw) => ['if-none-match', one(draw, ['*', '"a', 'W/""', ','.repeat(999)])],
  (draw) => ['range', one(draw, ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,0-0,0-0', 'x=1'])],
  (draw) => ['if-modified-since', one(draw, ['0', 'Thu, 99 Foo 2026', '-1'])],
  (draw) => ['content-encoding', one(draw, ['gzip', 'br', 'x'])],
  (draw) => ['x-forwarded-for', one(draw, ['127.0.0.1', "' or 1=1", 'a'.repeat(3_000)])],
  (draw) => ['host', one(draw, ['evil.example', '', 'a b', '[::1', '127.0.0.1:0'])],
  (draw) => ['stripe-signature', one(draw, ['t=1,v1=a', `t=${'9'.repeat(99)},v1=${'a'.repeat(64)}`, '=,=,'])],
  (draw) => [
    'user-agent',
    oddText(draw)
      .slice(0, 3_000)
      .replaceAll(/[\r\n\0]/g, ''),
  ],
  (draw) => ['content-length', one(draw, ['-1', '1e9', '5', 'a', '99999999999999999999'])],
  (draw) => ['transfer-encoding', one(draw, ['chunked', 'gzip, chunked', 'x'])],
  (draw) => ['expect', one(draw, ['100-continue', 'x'])],
  (draw) => [one(draw, ['x y', 'x\0', 'connection', 'upgrade', 'te']), 'websocket\0'],
  (draw) => ['x-real-ip', one(draw, ['', 'x', '::ffff:1.2.3.4', '1.2.3.4, 5.6.7.8', 'fe80::1%eth0'])],
  () => ['sec-fetch-site', 'cross-site'],
]

/** These headers change how much of a body the server waits for. */
const isFraming = (name: string): boolean => /^(?:content-length|transfer-encoding|expect)$/.test(name)

const fieldsFor = (row: string, draw: Draw, known: Known): FoundForm['fields'] => {
  const start = row.split(/[:*]/)[0] ?? row
  const near = known.forms.filter(({ path }) => path.startsWith(start))
  return near.length > 0
    ? one(draw, near).fields
    : known.forms.length > 0
      ? one(draw, known.forms).fields
      : []
}

interface Target {
  readonly method: string
  readonly path: string
  readonly fields: FoundForm['fields']
}

const target = (draw: Draw, known: Known): Target => {
  const kind = draw(100)
  if (kind < 15 && known.links.length > 0) return { method: 'GET', path: one(draw, known.links), fields: [] }
  if (kind < 45 && known.forms.length > 0) {
    const found = one(draw, known.forms)
    return { method: found.method, path: found.path, fields: found.fields }
  }
  const row = one(draw, rows)
  const method = chance(draw, 12) ? one(draw, methods) : chance(draw, 50) ? 'POST' : 'GET'
  return { method, path: pathAt(row, draw, known), fields: fieldsFor(row, draw, known) }
}

/**
 * The next request: an address of the table, a link or a form that somebody has found, of any actor, more or less spoilt. `cookie` is the
 * session of each actor; clients have one of 250 addresses (TRUSTED_PROXY), so that limits do not hide what lies behind them.
 */
export const nextRequest = (
  draw: Draw,
  known: Known,
  cookie: Readonly<Record<ActorName, string>>,
): OddRequest => {
  const actor = one(draw, actorNames)
  const { method, path, fields } = target(draw, known)
  const hasBody = !/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method) || chance(draw, 2)
  const { type, body } = hasBody ? bodyOf(draw, known, fields) : { type: '', body: new Uint8Array() }
  const odd = Array.from({ length: chance(draw, 20) ? 1 + draw(2) : 0 }, () => one(draw, oddHeaders)(draw))
  const named = new Set(odd.map(([name]) => name))
  const usual: (readonly [string, string])[] = [
    ['host', new URL(known.origin).host],
    ['connection', 'close'],
    ['x-real-ip', `203.0.${draw(5)}.${draw(50)}`],
    ...(cookie[actor] === '' ? [] : [['cookie', cookie[actor]] as const]),
    ...(chance(draw, 95) ? [['origin', known.origin] as const] : []),
    ...(hasBody ? [['content-length', String(body.length)] as const] : []),
    ...(type === '' ? [] : [['content-type', type] as const]),
  ]
  return {
    actor,
    method,
    path: path.replaceAll(/[\s]/g, '%20'),
    headers: [...usual.filter(([name]) => !named.has(name)), ...odd],
    body,
    isUnfinished: odd.some(([name]) => isFraming(name) || name === 'connection'),
  }
}
