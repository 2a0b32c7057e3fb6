/** @typedef {{ passed: number, failed: number, skipped: number, flaky: string[] }} Counts */

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

const flakyTests = ({ suites = [], specs = [], title }) => [
  ...suites.flatMap(flakyTests),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${spec.file ?? title}: ${spec.title}`),
]

/**
 * A test that passed only when it was retried is named; in CI it has failed.
 * @param {any} report of Playwright's json reporter; undefined when there is none
 * @param {boolean} endedWell whether Playwright exited with 0
 * @param {{ isCi: boolean }} where
 */
export const countPlaywright = (report, endedWell, { isCi }) => {
  if (report === undefined) return nothing
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts = isCi
    ? { passed: expected, failed: unexpected + flaky }
    : { passed: expected + flaky, failed: unexpected }
  return honest({ ...counts, skipped, flaky: flakyTests(report) }, endedWell)
}
