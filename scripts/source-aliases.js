// Import aliases for Vite, Vitest, test processes and the architecture test; tsconfig.json repeats them.
import { fileURLToPath } from 'node:url'

/** @type {ReadonlyArray<readonly [prefix: string, target: string]>} */
const sourceAliases = [
  ['~/', 'app/'],
  ['#cli/', 'cli/'],
  ['#db/', 'db/'],
  ['#demo/', 'demo/'],
  ['#payment-simulator/', 'payment-simulator/'],
  ['#settings', 'shop.settings.ts'],
]

/**
 * @param {string} specifier
 * @returns {string | undefined} the path in the project, when the import begins with an alias
 */
export const aliasedPath = (specifier) => {
  const found = sourceAliases.find(([prefix]) =>
    prefix.endsWith('/') ? specifier.startsWith(prefix) : specifier === prefix,
  )
  return found && found[1] + specifier.slice(found[0].length)
}

export const viteAliases = sourceAliases.map(([prefix, target]) => ({
  find: new RegExp(prefix.endsWith('/') ? `^${prefix}` : `^${prefix}$`),
  replacement: fileURLToPath(new URL(`../${target}`, import.meta.url)),
}))
