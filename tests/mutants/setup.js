// Notes, for each test, the changes whose place it came by, and makes the one of this run.
import { afterEach, beforeAll, inject } from 'vitest'

const made = inject('mutant')
/** What came by while files were loaded, in this process: its modules stay loaded from file to file. */
globalThis.__atLoad ??= new Set()
let reached = globalThis.__atLoad

globalThis.__mutant = (id) => {
  reached.add(id)
  return id === made
}

beforeAll(() => {
  reached = new Set()
})

afterEach(({ task }) => {
  task.meta.reached = [...reached]
  task.meta.atLoad = [...globalThis.__atLoad]
  reached = new Set()
})
