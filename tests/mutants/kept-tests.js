import { join, relative } from 'node:path'
import { createVitest, ForksPoolWorker } from 'vitest/node'
import { root } from '../../scripts/install-when-missing.js'

/** A process of tests that does not end with a run: the next one finds all modules loaded. */
class KeptWorker extends ForksPoolWorker {
  name = 'kept'
  #isStarted = false
  start = async () => this.#isStarted || super.start()
  stop = async () => this.fork.removeAllListeners('message')
  end = () => super.stop()

  /** What ends a run, or begins another one, is answered here. */
  send(message) {
    const answers = { start: this.#isStarted && 'started', stop: 'stopped' }
    const answer = { type: answers[message.type], __vitest_worker_response__: true }
    this.#isStarted ||= message.type === 'start'
    if (answer.type) setImmediate(() => this.fork.emit('message', answer))
    else super.send(message)
  }
}

/** The unit and feature tests in one Vitest; no file is touched. `changed` gives another text for a path, or undefined. */
export const openTests = async (changed) => {
  let worker
  globalThis.__mutant = () => false
  const options = {
    ...{ root, watch: false, bail: 1, reporters: [{}], maxWorkers: 1, isolate: false },
    // A cached file would be one without choices, or would bring them to other runs.
    fsModuleCache: false,
    setupFiles: [join(root, 'tests/mutants/setup.js')],
    pool: { name: 'kept', createPoolWorker: (given) => (worker ??= new KeptWorker(given)) },
  }
  const transform = (text, id) => changed(relative(root, id), text)
  const plugin = { name: 'mutants', enforce: 'pre', transform }
  const vitest = await createVitest('test', options, { plugins: [plugin] })
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
    process.removeAllListeners(signal).once(signal, () => close().then(() => process.exit(1)))

  /** Runs a file of tests, or some tests of it, until one fails. What is not over in time has failed. */
  const run = async (file, { mutant = '', testIds, limitMs = 5 * 60_000 } = {}) => {
    project.provide('mutant', mutant)
    // A failure of an earlier run would stop this one.
    vitest.state.filesMap.clear()
    vitest.state.errorsSet.clear()
    const [startedAt, timer] = [Date.now(), setTimeout(renew, limitMs)]
    const specification = project.createSpecification(join(root, file), testIds && { testIds })
    const ended = await vitest.runTestSpecifications([specification]).catch(() => undefined)
    clearTimeout(timer)
    process.exitCode = 0
    const all = ended?.testModules.flatMap((module) => [...module.children.allTests()]) ?? []
    const isOk = ended?.unhandledErrors.length === 0 && ended.testModules.every((module) => module.ok())
    const failed = all.filter((test) => test.result().state === 'failed').map(({ id }) => id)
    return { isOk, all, failed, tookMs: Date.now() - startedAt }
  }
  return { renew, close, run }
}
