// npm run bench:start -- EARLIER [LATER]: a start with nothing to install or build, and memory after many pages, of two
// builds in turns.
import { residentMb } from '../tests/support/memory-group.ts'
import { get } from './http-get.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'
import { dataFolder, startBuild } from './start-build.js'
import { comparison, folderA, folderB, inTurns } from './two-builds.js'

const path = '/all-products'
const starts = Number(process.env.ROUNDS ?? 9)
const renderRounds = Number(process.env.RENDER_ROUNDS ?? 3)
const renders = 2_000
const atOnce = 4
const fullPageBytes = 5_000

/** Words that every fabric's name contains, in a new order: an uncached address with a full list. */
const wordsOf = (number) => ['50cm', ...number.toString(2).padStart(11, '0').replaceAll('1', '5')].join(' ')

const renderMany = async (origin) => {
  let next = 0
  const one = async () => {
    while (next < renders) {
      const address = `${path}?name=${encodeURIComponent(wordsOf(next++))}`
      const { status, body } = await get(origin, address, { 'accept-encoding': 'br' })
      if (status !== 200 || body.length < fullPageBytes) throw new Error(`no full page (${status})`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const folders = { a: folderA, b: folderB }
const data = { a: dataFolder(), b: dataFolder() }
const start = (which) => startBuild(folders[which], data[which].folder, path)

const measureStart = async (which) => {
  const shop = await start(which)
  const megabytes = residentMb(shop.serverPid)
  await shop.stop()
  return { ...shop, megabytes }
}

const measureRenders = async (which) => {
  const shop = await start(which)
  await renderMany(shop.origin)
  const megabytes = residentMb(shop.serverPid)
  await shop.stop()
  return { megabytes }
}

try {
  // The first start of a folder makes the demo and warms the disk.
  for (const which of ['a', 'b']) await measureStart(which)
  const started = await inTurns(starts, measureStart)
  const rendered = await inTurns(renderRounds, measureRenders)
  console.log(machine())
  console.log(`medians of ${starts} starts and ${renderRounds} times ${renders} pages, in turns\n`)
  printTable([
    ['', 'A', 'B', 'B / A'],
    comparison('start to the first page, ms', started, ({ ms }) => ms),
    comparison('processor until then, ms', started, ({ processorMs }) => processorMs),
    comparison('  of it the server, ms', started, ({ serverProcessorMs }) => serverProcessorMs),
    comparison('resident then, MB', started, ({ megabytes }) => megabytes),
    comparison(`resident after ${renders} pages, MB`, rendered, ({ megabytes }) => megabytes),
  ])
} finally {
  for (const { remove } of Object.values(data)) remove()
}
