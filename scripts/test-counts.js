/** @typedef {{ title: string, place: string }} NamedTest `place` is what the runner takes: file:line */
/** @typedef {{ passed: number, failed: number, skipped: number, flaky: NamedTest[] }} Counts */

/**
 * A run without tests or with an error outside every test has one failure at least.
 * @param {Counts} counts
 * @param {boolean} endedWell
 * @returns {Counts}
 */
const honest = (counts, endedWell) => {
  const isSilentFailure = counts.failed === 0 && (!endedWell || counts.passed === 0)
  return isSilentFailure ? { ...counts, failed: 1 } : counts
}

const nothing = { passed: 0, failed: 1, skipped: 0, flaky: [] }

/**
 * @param {any} report of Vitest's json reporter; undefined when there is none
 * @param {boolean} endedWell whether Vitest exited with 0
 */
export const countVitest = (report, endedWell) => {
  if (report === undefined) return nothing
  // A file that could not be loaded has no test that failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return honest(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
      flaky: [],
    },
    endedWell,
  )
}

/** @returns {NamedTest[]} */
const testsThat = (wanted, { suites = [], specs = [] }) => [
  ...suites.flatMap((suite) => testsThat(wanted, suite)),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map((spec) => ({ title: spec.title, place: `${spec.file}:${spec.line}` })),
]

/**
 * The tests that failed, and the files that could not be loaded: what the end of a long output must still say.
 * @param {any} report of Vitest's json reporter
 * @returns {NamedTest[]}
 */
export const failedInVitest = (report) =>
  (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length === 0
        ? [{ title: 'could not be loaded', place: name }]
        : failed.map(({ fullName }) => ({ title: fullName, place: name }))
    })

/**
 * @param {any} report of Playwright's json reporter
 * @returns {NamedTest[]}
 */
export const failedInPlaywright = (report) => (report === undefined ? [] : testsThat('unexpected', report))

/**
 * A test that passed only when it was retried has passed, and is named.
 * @param {any} report of Playwright's json reporter; undefined when there is none
 * @param {boolean} endedWell whether Playwright exited with 0
 * @returns {Counts}
 */
export const countPlaywright = (report, endedWell) => {
  if (report === undefined) return nothing
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest(
    { passed: expected + flaky, failed: unexpected, skipped, flaky: testsThat('flaky', report) },
    endedWell,
  )
}

/**
 * What is counted once the flaky tests ran again by themselves: all of them failed unless each of these runs was well.
 * @param {Counts} counts
 * @param {boolean} areWellAlone
 * @returns {Counts}
 */
export const judgeFlaky = (counts, areWellAlone) => {
  const fallen = areWellAlone ? 0 : counts.flaky.length
  return { ...counts, passed: counts.passed - fallen, failed: counts.failed + fallen }
}
