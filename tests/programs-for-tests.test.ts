import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { installWithoutServices } from '../scripts/debian-packages.js'
import { ensurePrograms, findChromium } from '../scripts/programs-for-tests.js'

/** A Debian whose packages bring the programs that `brings` names. */
const debian = (brings: readonly string[], { isRoot = true } = {}) => {
  const present = new Set<string>()
  const asked: string[][] = []
  return {
    asked,
    program: (name: string, isThere = false) => {
      if (isThere) present.add(name)
      return { name, packages: [`package-of-${name}`], isThere: () => present.has(name) }
    },
    packages: {
      mayInstall: () => isRoot,
      install: async (_what: string, packages: string[]) => {
        asked.push(packages)
        for (const name of brings) present.add(name)
      },
    },
  }
}

describe('what the tests need beside the packages', () => {
  test('nothing is installed where every program is there', async () => {
    const { program, packages, asked } = debian([])
    expect(await ensurePrograms([program('a browser', true), program('fonts', true)], packages)).toBe(
      undefined,
    )
    expect(asked).toEqual([])
  })

  test('what is missing is installed, and nothing beside it', async () => {
    const { program, packages, asked } = debian(['fonts'])
    expect(await ensurePrograms([program('a browser', true), program('fonts')], packages)).toBe(undefined)
    expect(asked).toEqual([['package-of-fonts']])
  })

  test('who may not install is told what to install', async () => {
    const { program, packages, asked } = debian(['fonts'], { isRoot: false })
    expect(await ensurePrograms([program('a browser', true), program('fonts')], packages)).toBe(
      'The tests need fonts (Debian: package-of-fonts): please install it and run npm test again.',
    )
    expect(asked).toEqual([])
  })

  test('a slower program that is there will do, and the better one is installed by who may', async () => {
    for (const isRoot of [true, false]) {
      const { program, packages, asked } = debian([], { isRoot })
      const browser = { ...program('a browser', true), isBest: () => false }
      expect(await ensurePrograms([browser, program('fonts', true)], packages)).toBe(undefined)
      expect(asked).toEqual(isRoot ? [['package-of-a browser']] : [])
    }
  })

  test('where the network is away, a slower program will do, and a missing one will not', async () => {
    const { program, packages } = debian([])
    const away = { ...packages, install: () => Promise.reject(new Error('no network')) }
    const browser = { ...program('a browser', true), isBest: () => false }
    expect(await ensurePrograms([browser], away)).toBe(undefined)
    await expect(ensurePrograms([browser, program('fonts')], away)).rejects.toThrow('no network')
  })

  test('a better program that no package brings keeps nothing away that is missing', async () => {
    const { program, packages } = debian(['PostgreSQL'])
    const install: typeof packages.install = (what, names) =>
      names.includes('package-of-a browser')
        ? Promise.reject(new Error('unknown'))
        : packages.install(what, names)
    const browser = { ...program('a browser', true), isBest: () => false }
    expect(await ensurePrograms([browser, program('PostgreSQL')], { ...packages, install })).toBe(undefined)
  })

  test.each([
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ])('a browser called %s will do, wherever it is on PATH', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-browser-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(findChromium([folder], [])).toBe(undefined)
    writeFileSync(join(folder, name), '')
    expect(findChromium(['/nowhere', folder], [])).toBe(join(folder, name))
  })
})

/** Programs of this name that do as `text` says, before all others. */
const folderWith = (name: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, name), 0o755)
  return folder
}

test('a walk whose browser cannot be had has failed, and counts nothing', () => {
  const walk = `
    import { walkShop } from './tests/support/walk-in-browser.ts'
    const browser = { name: 'a browser', packages: ['a-browser'], isThere: () => false }
    await walkShop(browser, () => Promise.reject(new Error('opened')), () => Promise.reject(new Error('walked')))`
  const PATH = [folderWith('apt-get', 'exit 100'), process.env.PATH].join(delimiter)
  const ended = spawnSync(
    process.execPath,
    ['--import', './tests/support/source-aliases.js', '--input-type=module', '--eval', walk],
    { encoding: 'utf8', env: { ...process.env, PATH } },
  )
  expect(ended.status).toBe(1)
  expect(ended.stdout).not.toMatch(/passed/)
  expect(ended.stderr).toMatch(/apt-get update failed|The tests need a browser \(Debian: a-browser\)/)
})

describe('packages whose services stay off', () => {
  /** A Debian whose apt-get notes what it is asked, and what `policy` says meanwhile. */
  const machine = ({ fails = false } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-debian-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const policy = join(folder, 'policy-rc.d')
    const program = (name: string, text: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(folder, name), 0o755)
    }
    program(
      'apt-get',
      `"${policy}"; echo "$? $DEBIAN_FRONTEND $*" >> "${folder}/asked"; exit ${fails ? 1 : 0}`,
    )
    program('debconf-set-selections', `cat > "${folder}/answers"`)
    vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
    onTestFinished(() => void vi.unstubAllEnvs())
    return {
      policy,
      read: (name: string) => readFileSync(join(folder, name), 'utf8'),
      install: () => installWithoutServices('a mail server', ['postfix'], policy),
    }
  }
  const whatAMachineHas = '#!/bin/sh\nexit 104\n'

  test('nothing is started or asked, and no policy is left behind', async () => {
    const { policy, read, install } = machine()
    await install()
    const [, installed = ''] = read('asked').trim().split('\n')
    expect(installed).toMatch(/^101 noninteractive .* install .* postfix$/)
    expect(read('answers')).toContain('postfix/main_mailer_type select No configuration')
    expect(existsSync(policy)).toBe(false)
  })

  test.each([false, true])('the policy of the machine is back afterwards, failed: %s', async (fails) => {
    const { policy, read, install } = machine({ fails })
    writeFileSync(policy, whatAMachineHas)
    await install().then(
      () => expect(fails).toBe(false),
      () => expect(fails).toBe(true),
    )
    expect(read('asked')).toMatch(/^101 /)
    expect(read('policy-rc.d')).toBe(whatAMachineHas)
    expect(existsSync(`${policy}.kept`)).toBe(false)
  })

  test('a policy that a killed run had put aside is not lost', async () => {
    const { policy, read, install } = machine()
    writeFileSync(`${policy}.kept`, whatAMachineHas)
    writeFileSync(policy, '#!/bin/sh\nexit 101\n')
    await install()
    expect(read('asked')).toMatch(/^101 /)
    expect(read('policy-rc.d')).toBe(whatAMachineHas)
  })
})
