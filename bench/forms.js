// npm run bench:forms: how long the worst accepted forms, and the largest refused ones, hold up everything else; as a control
// a form of one field at the same address. A minute, on loopback alone.
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { addresses } from '../app/addresses.ts'
import { bodyLimits } from '../app/server/http/request-body.ts'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { signedInSession } from '../tests/support/http-session.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { longestHold } from './longest-hold.js'
import { printTable } from './print-table.js'

const rounds = 7
const pairs = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data; boundary=x'

const filled = (unit, bytes) => unit.repeat(Math.floor(bytes / unit.length))
const spread = (count, bytes, fieldOf) =>
  Array.from({ length: count }, () => fieldOf(Math.floor(bytes / count)))
const partOf = (name, text) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const partsOf = (name, count, bytes, unit) =>
  `${spread(count, bytes - 10, (each) => partOf(name, filled(unit, each - partOf(name, '').length))).join('')}--x--\r\n`
const pairsOf = (name, count, bytes, unit) =>
  spread(count, bytes, (each) => `${name}=${filled(unit, each - name.length - 2)}`).join('&')

const { fields, lines } = bodyLimits
const login = { path: '/gallery/login', member: false }
const upload = { path: '/gallery/upload', member: true }
const profile = { path: '/gallery/profile-edit', member: true }
const comment = { path: '/gallery/detail/no-such-work/comments', member: true }
const small = addresses[login.path].bodyBytes.visitor
const ofProfile = addresses[profile.path].bodyBytes.session
const large = addresses[upload.path].bodyBytes.session
const forms = [
  { name: 'nothing but & (refused)', ...login, type: pairs, body: filled('a&', small) },
  { name: 'one field of %41', ...login, type: pairs, body: pairsOf('email', 1, small, '%41') },
  { name: 'one field of +', ...login, type: pairs, body: pairsOf('email', 1, small, '+') },
  {
    name: 'as many fields as are taken',
    ...login,
    type: pairs,
    body: pairsOf('email', fields, small, '%E3%81%82'),
  },
  {
    name: 'one interest of kana',
    ...profile,
    type: pairs,
    body: pairsOf('interests', 1, ofProfile, '%E3%81%82'),
  },
  { name: 'interests without end', ...profile, type: pairs, body: pairsOf('interests', 1, ofProfile, 'a+') },
  { name: 'one text of lines', ...profile, type: pairs, body: pairsOf('bio', 1, ofProfile, 'a%0A') },
  { name: 'one text of lines', ...comment, type: pairs, body: pairsOf('text', 1, small, 'a%0A') },
  { name: 'nothing but & (refused)', ...upload, type: pairs, body: filled('a&', large) },
  { name: 'one field of letters', ...upload, type: pairs, body: pairsOf('description', 1, large, 'a') },
  { name: 'one field of +', ...upload, type: pairs, body: pairsOf('description', 1, large, '+') },
  { name: 'one field of kana', ...upload, type: pairs, body: pairsOf('description', 1, large, '%E3%81%82') },
  { name: 'one part of letters', ...upload, type: parts, body: partsOf('description', 1, large, 'a') },
  { name: 'one part of kana', ...upload, type: parts, body: partsOf('description', 1, large / 3, 'あ') },
  { name: 'one part of tags', ...upload, type: parts, body: partsOf('tags', 1, large, 'a ') },
  { name: 'as many steps as are read', ...upload, type: parts, body: partsOf('step[]', 120, large, 'a') },
  {
    name: 'as many materials as are read',
    ...upload,
    type: parts,
    body: partsOf('ingredient[]', 200, large, 'a'),
  },
  {
    name: 'as many parts as have lines',
    ...upload,
    type: parts,
    body: partsOf('a', Math.floor(lines / 4) - 1, large, 'a'),
  },
  {
    name: 'as many lines of a head',
    ...upload,
    type: parts,
    body: `--x\r\n${filled('X-A: b\r\n', (lines - 9) * 8)}${partOf('a', '')}--x--\r\n`,
  },
  { name: 'steps without end (refused)', ...upload, type: parts, body: filled(partOf('step[]', ''), large) },
]

await getReadyOrEnd(built)
const shop = await startShop({ LOG_LEVEL: 'error' }, undefined, 'bench/held-shop.js')
try {
  const { cookie } = await signedInSession(shop.origin, 'member@demo.example')
  const send = async ({ path, member, type, body }) => {
    await pause(50)
    await longestHold(shop)
    const headers = { 'content-type': type, origin: shop.origin, ...(member ? { cookie: cookie() } : {}) }
    const answer = await fetch(`${shop.origin}${path}`, { method: 'POST', headers, body, redirect: 'manual' })
    const bytes = (await answer.bytes()).length
    await pause(20)
    return { ms: await longestHold(shop), status: answer.status, bytes }
  }
  const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
  const rows = []
  for (const form of forms) {
    const control = { ...form, type: pairs, body: 'email=a' }
    for (let warm = 0; warm < 2; warm += 1) await send(form)
    const results = []
    for (let round = 0; round < rounds; round += 1) results.push([await send(form), await send(control)])
    const ms = [0, 1].map((at) => median(results.map((each) => each[at].ms)))
    // Other programs' time is in the median, hardly in the least.
    const least = Math.min(...results.map(([each]) => each.ms))
    const [{ status, bytes }] = results[0]
    const kilobytes = (count) => Math.round(count / 1024).toLocaleString('en')
    rows.push([
      `${form.path} ${form.name}`,
      kilobytes(Buffer.byteLength(form.body)),
      String(status),
      kilobytes(bytes),
      ...[...ms, ms[0] - ms[1], least].map((one) => one.toFixed(1)),
    ])
  }
  console.log(`${cpus().length} cores, Node ${process.version}, medians of ${rounds}`)
  printTable([['', 'kB', 'status', 'answer kB', 'held ms', 'one field ms', 'more ms', 'least ms'], ...rows])
} finally {
  await shop.remove()
}
