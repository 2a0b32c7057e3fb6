import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../scripts/install-when-missing.js'
import { viteAliases } from '../../scripts/source-aliases.js'

const support = join(root, 'tests/support')

/**
 * Vitest's global setup: where TEST_PROGRAMS names a folder, the programs that tests start lie there, each with its packages in
 * one file. Such a start takes a third of the processor time (docs/decisions/0080), which pays for the bundles in a whole run.
 */
export default async (): Promise<void> => {
  const outDir = process.env.TEST_PROGRAMS
  if (outDir === undefined) return
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: viteAliases },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rollupOptions: {
        input: readdirSync(support)
          .filter((name) => name.endsWith('-child.ts'))
          .map((name) => join(support, name)),
      },
    },
  })
}
