import { describe, expect, test } from 'vitest'
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
})
