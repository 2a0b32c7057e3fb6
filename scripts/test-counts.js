// What the reports of the test runners add up to. A run that ended badly never counts as nothing failed.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A run without tests, without a report, or with an error outside every test has one failure at least.
 * @param {Counts} counts
 * @param {boolean} endedWell
 * @returns {Counts}
 */
const honest = (counts, endedWell) => {
  const isSilentFailure = counts.failed === 0 && (!endedWell || counts.passed === 0)
  return isSilentFailure ? { ...counts, failed: 1 } : counts
}

/**
 * @param {any} report of Vitest's json reporter; undefined when there is none
 * @param {boolean} endedWell whether Vitest exited with 0
 */
export const countVitest = (report, endedWell) => {
  if (report === undefined) return honest({ passed: 0, failed: 1, skipped: 0 }, endedWell)
  // A file that could not even be loaded has no test that failed, and yet has failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return honest(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    endedWell,
  )
}

/**
 * @param {any} report of Playwright's json reporter; undefined when there is none
 * @param {boolean} endedWell whether Playwright exited with 0
 */
export const countPlaywright = (report, endedWell) => {
  if (report === undefined) return honest({ passed: 0, failed: 1, skipped: 0 }, endedWell)
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, endedWell)
}
