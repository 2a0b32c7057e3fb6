// What our imports begin with, and where that leads, for everything that resolves them: Vite, Vitest, the processes of the
// tests, the test of the architecture. tsconfig.json says the same to the type checker and the editor.
import { fileURLToPath } from 'node:url'

/** @type {ReadonlyArray<readonly [begins: string, leads: string]>} */
const sourceAliases = [
  ['~/', 'app/'],
  ['#cli/', 'cli/'],
  ['#db/', 'db/'],
  ['#payment-simulator/', 'payment-simulator/'],
  ['#settings', 'shop.settings.ts'],
]

/**
 * The path in the project to which an import leads, when it begins with an alias.
 * @param {string} specifier
 * @returns {string | undefined}
 */
export const aliasedPath = (specifier) => {
  const found = sourceAliases.find(([begins]) =>
    begins.endsWith('/') ? specifier.startsWith(begins) : specifier === begins,
  )
  return found && found[1] + specifier.slice(found[0].length)
}

/** The aliases as Vite takes them. */
export const viteAliases = sourceAliases.map(([begins, leads]) => ({
  find: new RegExp(begins.endsWith('/') ? `^${begins}` : `^${begins}$`),
  replacement: fileURLToPath(new URL(`../${leads}`, import.meta.url)),
}))
