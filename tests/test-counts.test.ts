import { describe, expect, test } from 'vitest'
import { countPlaywright, countVitest } from '../scripts/test-counts.js'

const vitestReport = (passed: number, failed: number, files: readonly object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: files,
})
const playwrightReport = (expected: number, unexpected: number) => ({
  stats: { expected, unexpected, flaky: 0, skipped: 2 },
})

describe('what the last line of npm test counts', () => {
  test('tests that passed, failed and were skipped', () => {
    expect(countVitest(vitestReport(5, 2), false)).toEqual({ passed: 5, failed: 2, skipped: 1 })
    expect(countPlaywright(playwrightReport(5, 2), false)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  test('a run without a test is a failure', () => {
    expect(countVitest(vitestReport(0, 0), true).failed).toBe(1)
    expect(countPlaywright(playwrightReport(0, 0), true).failed).toBe(1)
  })

  test('a runner that died or left no report is a failure', () => {
    expect(countVitest(vitestReport(5, 0), false).failed).toBe(1)
    expect(countPlaywright(playwrightReport(5, 0), false).failed).toBe(1)
    expect(countVitest(undefined, true).failed).toBe(1)
    expect(countPlaywright(undefined, true).failed).toBe(1)
  })

  test('a test file that cannot be loaded is a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    const ordinary = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    expect(countVitest(vitestReport(5, 1, [broken, ordinary]), false).failed).toBe(2)
  })
})
