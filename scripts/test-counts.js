/** @typedef {{ title: string, place: string }} NamedTest `place` is what the runner takes: file:line */
/** @typedef {{ passed: number, failed: number, skipped: number, flaky: NamedTest[] }} Counts */

/** Adds a failure when the run had no tests or an error outside of them. */
const honest = (counts, endedWell) => {
  const isSilentFailure = counts.failed === 0 && (!endedWell || counts.passed === 0)
  return isSilentFailure ? { ...counts, failed: 1 } : counts
}

const nothing = { passed: 0, failed: 1, skipped: 0, flaky: [] }

/**
 * @param {any} report Vitest's json report, or undefined
 * @param {boolean} endedWell whether Vitest exited with 0
 */
export const countVitest = (report, endedWell) => {
  if (report === undefined) return nothing
  // A file that could not be loaded contains no failed test.
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

const testsThat = (wanted, { suites = [], specs = [] }) => [
  ...suites.flatMap((suite) => testsThat(wanted, suite)),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map((spec) => ({ title: spec.title, place: `${spec.file}:${spec.line}` })),
]

/**
 * @param {any} report Vitest's json report
 * @returns {NamedTest[]} failed tests, and files that could not be loaded
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

/** @param {any} report Playwright's json report */
export const failedInPlaywright = (report) => (report === undefined ? [] : testsThat('unexpected', report))

/**
 * @param {any} report Playwright's json report, or undefined
 * @param {boolean} endedWell whether Playwright exited with 0
 * @returns {Counts} a test that passed only on a retry has passed, and is also listed as flaky
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
 * @param {Counts} counts
 * @param {boolean} areWellAlone whether every flaky test passed when run alone
 * @returns {Counts} with all flaky tests failed if not
 */
export const judgeFlaky = (counts, areWellAlone) => {
  const fallen = areWellAlone ? 0 : counts.flaky.length
  return { ...counts, passed: counts.passed - fallen, failed: counts.failed + fallen }
}
