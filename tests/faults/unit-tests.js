import { dirname, join } from 'node:path'
import { createVitest } from 'vitest/node'

/**
 * The unit and feature tests of a copy of the project, in one Vitest: it keeps what it transformed, so that a fault costs a
 * second instead of a start. `copy` must be the current folder.
 * @param {string} copy
 */
export const openUnitTests = async (copy) => {
  const vitest = await createVitest('test', { root: copy, watch: false, bail: 1, reporters: [{}] })
  await vitest.standalone()
  const all = await vitest.globTestSpecifications()
  const at = (isMeant) => all.filter(({ moduleId }) => isMeant(moduleId.slice(copy.length + 1)))
  const importing = (path) => {
    vitest.config.related = [join(copy, path)]
    return vitest.getRelevantTestSpecifications()
  }

  return {
    /** The tests of a file, those that find its faults soonest first: named like it, in its folder, importing it. */
    *of(path) {
      const isNamedLikeIt = (test) => test.startsWith(path.replace(/(\.server)?\.tsx?$/, '.'))
      yield at(isNamedLikeIt)
      yield at((test) => dirname(test) === dirname(path) && !isNamedLikeIt(test))
      yield importing(path)
    },

    /** Whether they pass; it stops at the first that does not. */
    async pass(tests) {
      if (tests.length === 0) return true
      // A failure of an earlier run would stop this one.
      vitest.state.filesMap.clear()
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
      process.exitCode = 0
      return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
    },

    changed: (path) => vitest.invalidateFile(join(copy, path)),
    close: () => vitest.close(),
  }
}
