import { join } from 'node:path'
import { createVitest, ForksPoolWorker } from 'vitest/node'
import { root } from '../../scripts/install-when-missing.js'

/** A process of tests that is not ended after a run: the next one finds all modules loaded. */
class KeptWorker extends ForksPoolWorker {
  name = 'kept'
  #listeners = new Set()
  #isStarted = false

  on(event, listener) {
    if (event === 'message') this.#listeners.add(listener)
    super.on(event, listener)
  }

  send(message) {
    const isStart = message.type === 'start'
    if ((isStart && this.#isStarted) || message.type === 'stop') {
      const answer = { type: isStart ? 'started' : 'stopped', __vitest_worker_response__: true }
      setImmediate(() => {
        for (const listener of this.#listeners) listener(answer)
      })
    } else super.send(message)
    this.#isStarted ||= isStart
  }

  async start() {
    if (!this.#isStarted) await super.start()
  }

  async stop() {
    for (const listener of this.#listeners) super.off('message', listener)
    this.#listeners.clear()
  }

  /** Really. */
  async end() {
    if (this.#isStarted) await super.stop()
  }
}

/**
 * The unit and feature tests in one Vitest whose process lives on. `load(id)` gives another text for a file, or undefined.
 * @param {(path: string) => string | undefined} load
 */
export const openTests = async (load) => {
  let worker
  const pool = { name: 'kept', createPoolWorker: (options) => (worker ??= new KeptWorker(options)) }
  globalThis.__mutant = () => false
  const plugin = { name: 'mutants', enforce: 'pre', transform: (_, id) => load(id.slice(root.length)) }
  const setupFiles = [join(root, 'tests/mutants/setup.js')]
  const options = {
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    maxWorkers: 1,
    isolate: false,
    pool,
    setupFiles,
  }
  const vitest = await createVitest('test', options, { plugins: [plugin] })
  await vitest.standalone()
  const project = vitest.getRootProject()

  /** The next run has a new process. */
  const renew = async () => {
    const old = worker
    worker = undefined
    await old?.end().catch(() => {})
  }

  /** Runs a file of tests, or some of its tests, until one fails. What is not done in time has failed. */
  const run = async (file, { mutant = '', testIds, limitMs = 5 * 60_000 } = {}) => {
    project.provide('mutant', mutant)
    // A failure of an earlier run would stop this one.
    vitest.state.filesMap.clear()
    vitest.state.errorsSet.clear()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      renew()
    }, limitMs)
    const startedAt = Date.now()
    const specification = project.createSpecification(join(root, file), testIds ? { testIds } : undefined)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
    clearTimeout(timer)
    process.exitCode = 0
    const tests = testModules.flatMap((module) => [...module.children.allTests()])
    const isOk = !isLate && unhandledErrors.length === 0 && testModules.every((module) => module.ok())
    const failed = tests.filter((test) => test.result().state === 'failed').map(({ id }) => id)
    return { isOk, tests, failed, tookMs: Date.now() - startedAt }
  }

  return {
    run,
    renew,
    close: async () => {
      await renew()
      await vitest.close()
    },
  }
}
