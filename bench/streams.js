// npm run bench:streams: the cost of 5,000 open event streams, and the time until the last one is told. HTTP layer, router
// and notices are the shop's, the route is the bench's. About ten seconds, on loopback alone.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/install-when-missing.js'
import { serverFlags } from '../scripts/run-pinned.js'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const streams = 5_000
const rounds = 5
/** Below the limit of one client. */
const perClient = 20

const server = fork(join(root, 'bench/stream-server.js'), {
  execArgv: [...serverFlags, '--expose-gc', '--import', join(root, 'tests/support/source-aliases.js')],
})
const ask = async (question) => {
  server.send(question)
  const [answer] = await once(server, 'message')
  return answer
}

const [{ port }] = await once(server, 'message')
const before = await ask('memory')

let told = 0
let everybody = Promise.withResolvers()
const openOne = async (index) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const client = Math.floor(index / perClient)
  socket.write(`GET /events HTTP/1.1\r\nhost: x\r\nx-real-ip: 10.0.${client & 255}.${client >> 8}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  if (!first.startsWith('HTTP/1.1 200')) throw new Error(first.split('\r\n', 1)[0])
  socket.on('data', (words) => {
    if (!words.includes('data: ')) return
    told += 1
    if (told === streams) everybody.resolve()
  })
  return socket
}

const sockets = []
while (sockets.length < streams) {
  const some = Array.from({ length: 100 }, (_, index) => openOne(sockets.length + index))
  sockets.push(...(await Promise.all(some)))
}
const after = await ask('memory')

const times = []
for (let round = 0; round < rounds; round += 1) {
  told = 0
  everybody = Promise.withResolvers()
  const from = performance.now()
  server.send('publish')
  await everybody.promise
  times.push(performance.now() - from)
}

const ended = Promise.all(sockets.map((socket) => once(socket, 'close')))
const from = performance.now()
server.send('close')
await ended
const endMs = performance.now() - from

console.log(`${machine()}, ${streams} streams\n`)
printTable([
  ['', 'measured', 'goal'],
  ['kB of the server, each', ((after - before) / streams / 1_024).toFixed(1), '25'],
  ['ms until the last is told, median', times.toSorted((a, b) => a - b)[rounds >> 1].toFixed(0), '1000'],
  ['ms until the last is told, slowest', Math.max(...times).toFixed(0), '1000'],
  ['ms until all are ended and closed', endMs.toFixed(0), ''],
])
