const tell = (line: string) => void process.stdout.write(`${line}\n`)

export type Step = (name: string, walk: () => Promise<void>) => Promise<void>

export interface WalkSteps {
  /** One that throws does not end the walk. */
  readonly step: Step
  skip(why: string): void
  /** Prints the last line, `N passed, N failed`, and sets the exit code. */
  end(): void
}

export const walkSteps = (): WalkSteps => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  return {
    step: async (name, take) => {
      try {
        await take()
        counts.passed += 1
        tell(`passed  ${name}`)
      } catch (error) {
        counts.failed += 1
        tell(`FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    skip: (why) => {
      counts.skipped += 1
      tell(`skipped ${why}`)
    },
    end: () => {
      const { passed, failed, skipped } = counts
      tell(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
      process.exitCode = failed > 0 ? 1 : 0
    },
  }
}
