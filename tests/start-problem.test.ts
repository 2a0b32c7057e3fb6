import { expect, test } from 'vitest'
import { problemsAtStart } from '../scripts/start-problem.js'

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

test('a refused start is told as it is, a surprise with its stack', () => {
  expect(problemsAtStart(failure('', { problems: ['PORT: wrong', 'DEMO: wrong'] }))).toHaveLength(2)
  expect(problemsAtStart(new TypeError('no reason'))[0]).toContain('start-problem.test.ts')
})

test.each([
  { error: failure('listen', { code: 'EADDRINUSE', syscall: 'listen', port: 3000 }), says: 'PORT' },
  { error: failure('listen', { code: 'EACCES', syscall: 'listen', port: 80 }), says: 'PORT' },
  {
    error: failure('listen', { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '1.2.3.4' }),
    says: 'HOST',
  },
  { error: failure('EROFS: read-only', { code: 'EROFS', syscall: 'mkdir' }), says: 'DATA_DIR' },
  { error: failure('file is not a database', { code: 'ERR_SQLITE_ERROR' }), says: 'DATA_DIR' },
])('$error.code $error.syscall is one sentence that names the setting', ({ error, says }) => {
  const problems = problemsAtStart(error)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(says)
  expect(problems[0]).not.toContain('\n')
})
