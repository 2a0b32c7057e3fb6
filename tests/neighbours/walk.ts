// npm run test:neighbours: walks the built shop with its neighbours as owners find them: pictures and backups in OpenStack Swift, data behind
// pgbouncer in both modes, mails through Postfix. Part of npm test where CI is set, which gets them from Debian's packages and starts no
// service; elsewhere it takes what is there. Its last line is `N passed, N failed`. With `-- start swift` (or pgbouncer, postfix) it starts
// that one alone, for whoever develops beside it, until Ctrl-C.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../../scripts/build-when-stale.js'
import { installWithoutServices, mayInstallPackages } from '../../scripts/debian-packages.js'
import { getReadyOrEnd } from '../../scripts/get-ready.js'
import { ensurePrograms, type Program, postgres } from '../../scripts/programs-for-tests.js'
import { walkSteps } from '../support/walk-steps.ts'
import { walkMails } from './mail-walk.ts'
import { pgbouncer } from './pgbouncer.ts'
import { walkPooler } from './pooler-walk.ts'
import { postfix } from './postfix.ts'
import { startNeighbour } from './start.ts'
import { swift } from './swift.ts'
import { walkSwift } from './swift-walk.ts'
import type { Walk } from './walked-shop.ts'

interface Part {
  readonly programs: readonly Program[]
  walk(walk: Walk): Promise<void>
}

const parts: readonly Part[] = [
  { programs: [swift], walk: walkSwift },
  { programs: [postgres, pgbouncer], walk: walkPooler },
  { programs: [postfix], walk: walkMails },
]

/** Only such a machine is thrown away. */
const isCi = Boolean(process.env.CI)

const mustNotSkip = (why: string) => {
  throw new Error(`In CI nothing is skipped: ${why}`)
}

const get = async () => {
  const missing = await ensurePrograms(
    parts.flatMap(({ programs }) => programs),
    { mayInstall: () => isCi && mayInstallPackages(), install: installWithoutServices },
  )
  if (!isCi || missing === undefined) return
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}

const walkAll = async () => {
  await getReadyOrEnd(built)
  await get()
  const { step, skip, end } = walkSteps()
  for (const { programs, walk } of parts) {
    const missing = programs.filter((program) => !program.isThere())
    if (missing.length > 0) {
      const names = missing.map(({ name, packages }) => `${name} (Debian: ${packages.join(', ')})`)
      skip(`what needs ${names.join(' and ')}, as it is not on this machine`)
      continue
    }
    const folder = await mkdtemp(join(tmpdir(), 'shop-neighbours-'))
    // Each neighbour's own user has to reach its own folder.
    await chmod(folder, 0o711)
    const closes: (() => Promise<void>)[] = []
    await step(`${programs.map(({ name }) => name).join(' and ')} can be walked`, () =>
      walk({ step, skip: isCi ? mustNotSkip : skip, folder, atEnd: (close) => closes.unshift(close) }),
    )
    for (const close of closes) await close().catch((error: unknown) => console.error(error))
    await rm(folder, { recursive: true, force: true })
  }
  end()
}

const [word, name = ''] = process.argv.slice(2)
if (word === 'start') await startNeighbour(name)
else await walkAll()
