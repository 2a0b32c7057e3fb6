// npm run bench:served [-- SECONDS]: what one core serves of what no cache keeps, one kind after the other, eight at a time,
// with SQLite; for comparison a cached page and a bare server. For docs/scaling.md.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { startHeldShop } from '../tests/holds/held-shop.ts'
import { comment, press, visit } from '../tests/holds/visits.ts'
import { fabricPhotograph, smallPdf } from '../tests/support/pictures-for-tests.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const seconds = Number(process.argv[2] ?? 15)
await getReadyOrEnd(built)
const closing: (() => Promise<void>)[] = []
const atEnd = (close: () => Promise<void>) => void closing.unshift(close)
const shop = await startHeldShop(atEnd, { members: 200 })
/** Its pictures are in a bucket, whose server is this process. */
const withBucket = await startHeldShop(atEnd, { pictures: true })
const at = <T>(list: readonly T[], place: number): T => {
  const one = list[place % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}

/** `act` gets its turn's number, and gives whether it succeeded. */
const measure = async (name: string, act: (turn: number) => Promise<boolean>, atOnce = 8) => {
  const end = performance.now() + seconds * 1_000
  const ms: number[] = []
  let [turn, refused] = [0, 0]
  const go = async () => {
    while (performance.now() < end) {
      turn += 1
      const from = performance.now()
      if (await act(turn)) ms.push(performance.now() - from)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  const sorted = ms.toSorted((a, b) => a - b)
  const part = (share: number) => String(Math.round(sorted[Math.floor(sorted.length * share)] ?? 0))
  return [name, (ms.length / seconds).toFixed(1), part(0.5), part(0.99), String(refused)]
}

const isOk = ({ status }: { readonly status: number }) => status === 200 || status === 302
const member = (turn: number) => at(shop.members, turn)

/** Gives a function that requests the copy for phones. */
const photographOf = async (shown: typeof shop) => {
  const picture = new Uint8Array(await fabricPhotograph())
  const { cookie } = at(shown.members, 0)
  const { body } = await visit(shown, '/api/uploads/picture', { cookie, picture })
  const path = /\/Image\/uploads\/[\w-]+/.exec(body)?.[0] ?? ''
  return async () => isOk(await visit(shown, `${path}-400.webp`))
}
const upload = async (turn: number, kind: 'pdf' | 'picture', content: Buffer) => {
  const type = kind === 'pdf' ? 'application/pdf' : 'image/jpeg'
  const headers = { cookie: member(turn).cookie, origin: shop.process.origin, 'content-type': type }
  const body = Buffer.concat([content, Buffer.from(`\n% ${randomUUID()}`)])
  return (await fetch(`${shop.process.listens}/api/uploads/${kind}`, { method: 'POST', headers, body })).ok
}

const bare = createServer((_request, response) => response.end('x'.repeat(15_000)))
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const address = bare.address()
const bareAt = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const photograph = await fabricPhotograph()
const rows = [
  await measure('a bare answer, with this client', async () => (await fetch(bareAt)).ok),
  await measure('a cached page, with this client', async () => isOk(await visit(shop, '/all-products'))),
  await measure('a picture from the folder', await photographOf(shop)),
  await measure('the same from a bucket', await photographOf(withBucket)),
  await measure('a page of a member', async (turn) =>
    isOk(await visit(shop, '/gallery/detail/recipe-1', { cookie: member(turn).cookie })),
  ),
  await measure('a search that no cache has', async () =>
    isOk(await visit(shop, `/gallery/search?q=${randomUUID().slice(0, 8)}`)),
  ),
  await measure('a checkout, to its payment page', async () => isOk(await press(shop))),
  await measure('a comment', async (turn) =>
    isOk(await comment(shop, member(turn), at(shop.recipes, turn), randomUUID())),
  ),
  await measure('a PDF of 1 kB', (turn) => upload(turn, 'pdf', smallPdf)),
  await measure('a photograph of 8 megapixels', (turn) => upload(turn, 'picture', photograph), 2),
]
console.log(`${machine()}, ${seconds} s each; client and provider on the same two cores.`)
printTable([['', 'a second', 'p50 ms', 'p99 ms', 'refused'], ...rows])
bare.close()
for (const close of closing) await close()
process.exit()
