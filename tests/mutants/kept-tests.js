import { join, relative } from 'node:path'
import { createVitest, ForksPoolWorker } from 'vitest/node'
import { root } from '../../scripts/install-when-missing.js'

/** A process of tests that does not end with a run: the next one finds all modules loaded. */
class KeptWorker extends ForksPoolWorker {
  name = 'kept'
  #listeners = new Set()
  #isStarted = false

  on(event, listener) {
    if (event === 'message') this.#listeners.add(listener)
    super.on(event, listener)
  }

  /** What begins and ends a run is answered here, but for the first beginning. */
  send(message) {
    const isStart = message.type === 'start'
    if (!(isStart && this.#isStarted) && message.type !== 'stop') super.send(message)
    else {
      const answer = { type: isStart ? 'started' : 'stopped', __vitest_worker_response__: true }
      for (const listener of this.#listeners) setImmediate(listener, answer)
    }
    this.#isStarted ||= isStart
  }

  async start() {
    if (!this.#isStarted) await super.start()
  }

  async stop() {
    for (const listener of this.#listeners) this.off('message', listener)
    this.#listeners.clear()
  }

  async end() {
    if (this.#isStarted) await super.stop()
  }
}

/**
 * The unit and feature tests in one Vitest. `changed` gives another text for a file of the project, or false.
 * @param {(path: string, text: string) => string | false} changed
 */
export const openTests = async (changed) => {
  let worker
  globalThis.__mutant = () => false
  const options = {
    // A cached file would be one without choices, or would bring them to other runs.
    fsModuleCache: false,
    ...{ root, watch: false, bail: 1, reporters: [{}], maxWorkers: 1, isolate: false },
    setupFiles: [join(root, 'tests/mutants/setup.js')],
    pool: { name: 'kept', createPoolWorker: (given) => (worker ??= new KeptWorker(given)) },
  }
  const transform = (text, id) => changed(relative(root, id), text) || undefined
  const vitest = await createVitest('test', options, {
    plugins: [{ name: 'mutants', enforce: 'pre', transform }],
  })
  await vitest.standalone()
  const project = vitest.getRootProject()

  /** The next run has a new process. */
  const renew = async () => {
    const old = worker
    worker = undefined
    await old?.end().catch(() => undefined)
  }
  const close = () => renew().then(() => vitest.close())
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => close().then(() => process.exit(130)))

  return {
    renew,
    close,

    /** Runs a file of tests, or some tests of it, until one fails. What is not over in time has failed. */
    run: async (file, { mutant = '', testIds, limitMs = 5 * 60_000 } = {}) => {
      project.provide('mutant', mutant)
      // A failure of an earlier run would stop this one.
      vitest.state.filesMap.clear()
      vitest.state.errorsSet.clear()
      const startedAt = Date.now()
      const timer = setTimeout(renew, limitMs)
      const specification = project.createSpecification(join(root, file), testIds && { testIds })
      const ended = await vitest.runTestSpecifications([specification]).catch(() => undefined)
      clearTimeout(timer)
      process.exitCode = 0
      const modules = ended?.testModules ?? []
      const all = modules.flatMap((module) => [...module.children.allTests()])
      return {
        isOk:
          ended?.unhandledErrors.length === 0 && modules.length > 0 && modules.every((module) => module.ok()),
        all,
        failed: all.filter((test) => test.result().state === 'failed').map(({ id }) => id),
        tookMs: Date.now() - startedAt,
      }
    },
  }
}
