// Notes the changes whose place a test comes by, and makes the one of this run.
import { afterEach, beforeAll, inject } from 'vitest'

const made = inject('mutant')
// What is come by while files are loaded is kept with the process, whose modules are loaded once.
globalThis.__atLoad ??= new Set()
let reached = globalThis.__atLoad
globalThis.__mutant = (id) => reached.add(id) && id === made
beforeAll(() => {
  reached = new Set()
})
afterEach(({ task }) => {
  Object.assign(task.meta, { reached: [...reached], atLoad: [...globalThis.__atLoad] })
  reached = new Set()
})
