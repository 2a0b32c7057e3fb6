// @every: starts that install, build, wait for each other and are killed

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { root } from '../scripts/get-ready.js'
import { certificateForTests } from './support/certificate-for-tests.ts'
import { startedTree } from './support/started-tree.ts'

const first = 'http://the-shop of first'
const second = 'http://the-shop of second'

test('a fresh clone is installed, built and opened; the next start does neither again', async () => {
  const tree = await startedTree()
  expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(first) })
  const again = await tree.run()
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining(first) })
  expect(again.said).not.toMatch(/Installing|Building/)
  expect([await tree.read('npm-runs'), await tree.read('build-runs')]).toEqual([
    expect.stringMatching(/^ci [^\n]*\n$/),
    'x',
  ])
})

test('NODE_ENV=production installs what building needs too', async () => {
  const tree = await startedTree()
  expect((await tree.run('start', { NODE_ENV: 'production', NPM_CONFIG_OMIT: 'dev' })).code).toBe(0)
  expect(await tree.read('npm-runs')).toMatch(/^ci --include=dev --include=optional /)
})

describe('what is killed in the middle is mended by the next start', () => {
  test('an install, though npm outlives its start', async () => {
    const tree = await startedTree()
    await tree.write('npm-hangs', '')
    await tree.killWhen('npm-began')
    await tree.remove('npm-hangs')
    expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(first) })
    expect(await tree.read('npm-runs')).toMatch(/^ci .*\nci .*\n$/)
  })

  test('an install of an update, and going back to the old version', async () => {
    const tree = await startedTree()
    await tree.run()
    await tree.write('package-lock.json', '{"new": 1}')
    await tree.write('npm-hangs', '')
    await tree.killWhen('npm-began')
    await tree.write('package-lock.json', '{}')
    expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(first) })
  })

  test('a build; until then the last one stands', async () => {
    const tree = await startedTree()
    await tree.run()
    await tree.write('shop.settings.ts', 'second')
    await tree.write('build-hangs', '')
    await tree.killWhen('build-began')
    await tree.remove('build-hangs')
    expect(await tree.read('build/server/app.js')).toContain('first')
    expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(second) })
  })
})

test('what npm passed over without a word is fetched with the Node that came along, or named', async () => {
  const tree = await startedTree()
  const native = { optional: true, os: [process.platform], cpu: [process.arch] }
  const others = {
    'node_modules/not-mine': { optional: true, os: ['plan9'] },
    'node_modules/loose': { optional: true },
  }
  const lock = { packages: { '': {}, 'node_modules/half': {}, 'node_modules/native': native, ...others } }
  await tree.write('package-lock.json', JSON.stringify(lock))
  const { code, said } = await tree.run()
  expect(`${code} ${said}`).toMatch(
    /^1 (.|\n)*npm left out packages that this machine needs \(native\), .*\n$/,
  )
  expect((await tree.run()).code).toBe(1)
  await tree.write('npm-brings-native', '')
  expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(first) })
})

test('packages taken away with npm are installed again', async () => {
  const tree = await startedTree()
  await tree.run()
  await tree.write('node_modules/.package-lock.json', '{"fewer": 1}')
  expect((await tree.run()).said).toContain('Installing')
})

describe('D106 a finished build', () => {
  const toRun = 'node_modules/@react-router/dev'
  const lock = {
    packages: {
      '': {},
      [toRun]: { version: '2.0.0' },
      'node_modules/half': { version: '2.0.0', dev: true },
    },
  }
  const lockText = JSON.stringify(lock)
  /** A tree that was built, and then has what `npm ci --omit=dev` brings. */
  const withoutBuilding = async (version = '2.0.0') => {
    const tree = await startedTree()
    await tree.write('package-lock.json', lockText)
    expect((await tree.run()).said).toMatch(/Installing(.|\n)*Building/)
    await tree.remove('node_modules/half')
    await tree.remove('node_modules/.installed-lock')
    await tree.write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { [toRun]: { version } } }),
    )
    return tree
  }

  test('opens, and answers the owner’s commands, with the packages that it does not hold', async () => {
    const tree = await withoutBuilding()
    expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringContaining(first) })
    expect(await tree.run('owner-command', {}, 'orders', 'list')).toMatchObject({ code: 3 })
    expect((await tree.read('npm-runs')).trim().split('\n')).toHaveLength(1)
  })

  test.each<[string, (tree: Awaited<ReturnType<typeof startedTree>>) => Promise<void>]>([
    ['of these one is gone', (tree) => tree.remove(toRun)],
    ['npm did not come to its end', (tree) => tree.remove('node_modules/.package-lock.json')],
    ['it is of other sources', (tree) => tree.write('shop.settings.ts', 'second')],
    ['the lock file names none', (tree) => tree.write('package-lock.json', '{}')],
  ])('is installed and built anew when %s', async (_, change) => {
    const tree = await withoutBuilding()
    await change(tree)
    const { code, said } = await tree.run()
    expect(`${code} ${said}`).toMatch(/^0 Installing(.|\n)*http:/)
  })

  test('is installed anew when a package is of another version', async () => {
    const tree = await withoutBuilding('1.0.0')
    expect((await tree.run()).said).toContain('Installing')
  })

  test('lacks Node and the library of pictures alone, and the image takes just these', async () => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8')
    const { packages } = z
      .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() }).loose()) })
      .parse(JSON.parse(text))
    const names = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
      .map(([path]) => /^node_modules\/(@img|[^/]+)/.exec(path)?.[1] ?? path)
    const image = await readFile(join(root, 'deploy/gather.sh'), 'utf8')
    const taken = /for package in ([^;]*);/.exec(image)?.[1]?.split(' ') ?? []
    const nodes = [...new Set(names)].filter((name) => /^node-/.test(name))
    expect(nodes).toHaveLength(5)
    expect([...new Set(names)].filter((name) => !nodes.includes(name)).sort()).toEqual(taken.toSorted())
  })
})

test('a lock whose process id lives, but belongs to another process, is waited for and then taken', async () => {
  const tree = await startedTree()
  await tree.write('.cache/preparing', String(process.pid))
  expect(await tree.run()).toMatchObject({ code: 0, said: expect.stringMatching(/Waiting(.|\n)*http:/) })
})

test('two starts at once install and build once', async () => {
  const tree = await startedTree()
  const both = await Promise.all([tree.run(), tree.run()])
  for (const { code, said } of both) expect(`${code} ${said}`).toContain(first)
  expect(await tree.read('build-runs')).toBe('x')
  expect((await tree.read('npm-runs')).trim().split('\n')).toHaveLength(1)
})

describe('what cannot be made ready is told in one sentence, and is not for ever', () => {
  test('npm fails', async () => {
    const tree = await startedTree()
    await tree.write('npm-fails', '')
    const { code, said } = await tree.run()
    expect(code).toBe(1)
    expect(said).toBe(
      'Installing packages ...\nThe packages could not be installed, as npm says above, and nothing was changed: start again when that is mended.\n',
    )
    await tree.remove('npm-fails')
    expect((await tree.run()).code).toBe(0)
  })

  test('a syntax error in a source', async () => {
    const tree = await startedTree()
    await tree.run()
    await tree.write('shop.settings.ts', '{')
    const { code, said } = await tree.run()
    expect(code).toBe(1)
    expect(said).toMatch(
      /^Building \.\.\.\nThe shop could not be built, for shop\.settings\.ts has a fault at line 1, column 2 .*\n$/,
    )
    expect(await tree.read('build/server/app.js')).toContain('first')
    await tree.write('shop.settings.ts', 'no')
    expect((await tree.run()).said).toMatch(
      /^Building \.\.\.\nThe shop could not be built \(npm run build shows why\): .*\n$/,
    )
    expect((await tree.run('build')).said).toMatch(/no room(.|\n)*\nThe shop could not be built .*\n$/)
    await tree.write('shop.settings.ts', 'second')
    expect((await tree.run()).said).toContain(second)
  })
})

describe('.env in the project’s folder', () => {
  test('is read by the shop and its commands alike; the environment wins', async () => {
    const tree = await startedTree()
    await tree.write('.env', '\uFEFFMAIL_FROM="布 <shop@shop.example>"\nPORT=3999 # here\n')
    const { said } = await tree.run()
    expect(said).toContain('MAIL_FROM is 布 <shop@shop.example>')
    expect(said).toContain('PORT is 3999')
    expect((await tree.run('start', { PORT: '4000' })).said).toContain('PORT is 4000')
    const command = await tree.run('owner-command', {}, 'orders', 'list')
    expect(command).toEqual({ code: 3, said: 'orders\nlist\n布 <shop@shop.example>\n' })
  })

  test('one that cannot be read stops the start', async () => {
    const tree = await startedTree()
    await tree.write('.env/x', '')
    const { code, said } = await tree.run()
    expect(code).toBe(1)
    expect(said).toContain(`${tree.folder}/.env cannot be read (EISDIR).`)
    expect(said).not.toContain('the-shop')
  })

  test('D95: an address that a # would cut stops shop and command, and nothing of it is told', async () => {
    const tree = await startedTree()
    await tree.write('.env', 'PORT=3999#here\nDATABASE_URL=postgres://nuno:kisou#sou@host.example/shop\n')
    for (const name of ['start', 'owner-command']) {
      const { code, said } = await tree.run(name)
      expect(code).toBe(1)
      expect(said).toMatch(/\.env の DATABASE_URL：# から後ろが.*%23/)
      expect(said).not.toMatch(/sou|nuno|host\.example|the-shop/)
    }
    const whole = { DATABASE_URL: 'postgres://nuno:kisou%23sou@host.example/shop' }
    expect((await tree.run('start', whole)).said).toContain(first)
    for (const fine of [
      'SMTP_URL="smtp://nuno:kisou%23sou@host.example" # me@home.example\n',
      'SMTP_URL=smtp://host.example # me@home.example\n',
      '# SMTP_URL=smtp://nuno:a#b@host.example\n',
    ]) {
      await tree.write('.env', fine)
      expect((await tree.run()).said, fine).toContain(first)
    }
  })

  test('D96: NODE_EXTRA_CA_CERTS reaches the Node that is started, its TLS and its programs', async () => {
    const { cert, key } = await certificateForTests('DNS:localhost', onTestFinished)
    const [certificate, secret] = [await readFile(cert), await readFile(key)]
    const server = createServer({ cert: certificate, key: secret }, (_, answer) => answer.end('trusted'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const tree = await startedTree()
    await tree.run()
    await tree.write('scripts/ask.js', asking)
    await tree.write(
      'scripts/probe.js',
      "import { runPinned } from './run-pinned.js'; runPinned('scripts/ask.js')",
    )
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const ask = () => tree.run('probe', { ASKED_PORT: String(address.port) })
    expect((await ask()).said).toBe('DEPTH_ZERO_SELF_SIGNED_CERT\n'.repeat(3))
    await tree.write('ca.pem', `A note.\n${certificate}${certificate}`)
    await tree.write('.env', 'NODE_EXTRA_CA_CERTS=ca.pem\n')
    expect((await ask()).said).toBe('trusted\ntrusted\ntrusted\n')
    await tree.write('.env', 'NODE_EXTRA_CA_CERTS=shop.settings.ts\n')
    for (const file of ['shop.settings.ts', 'nowhere.pem']) {
      await tree.write('.env', `NODE_EXTRA_CA_CERTS=${file}\n`)
      const { code, said } = await tree.run()
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/^\.env の NODE_EXTRA_CA_CERTS：.*読めません（.*\n$/),
      ])
    }
  })
})

/** As the store of pictures, the database and a program of the shop's own ask. */
const asking = `
import { spawnSync } from 'node:child_process'
import tls from 'node:tls'
const [, , inProgram] = process.argv
const port = Number(process.env.ASKED_PORT)
const fetched = await fetch('https://localhost:' + port).then((answer) => answer.text(), (error) => error.cause.code)
console.log(fetched)
if (!inProgram) {
  const socket = tls.connect({ host: 'localhost', port, servername: 'localhost' })
  const result = await new Promise((resolve) => {
    socket.on('secureConnect', () => resolve('trusted')).on('error', (error) => resolve(error.code))
  })
  socket.destroy()
  console.log(result)
  spawnSync(process.execPath, [import.meta.filename, 'in a program'], { cwd: '/', stdio: 'inherit' })
}
`
