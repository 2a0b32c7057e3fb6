const listening = {
  EADDRINUSE: ({ port }) => `The port is taken: ${port}. Set PORT to another one.`,
  EACCES: ({ port }) => `The port ${port} is not for this user. Set PORT to one from 1024 on.`,
  EADDRNOTAVAIL: ({ address }) =>
    `This machine does not have the address ${address}. Set HOST to one that it has.`,
  ENOTFOUND: ({ hostname }) =>
    `This machine does not have the address ${hostname}. Set HOST to one that it has.`,
}
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
const folder = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])
// PostgreSQL: wrong password or user, no such database, too many connections.
const refusedByDatabase = /^(?:28\w{3}|3D000|53\w{3})$/

/**
 * @param {Error & { problems?: readonly string[], code?: string, syscall?: string }} error
 * @returns {readonly string[]} a sentence per problem, for whoever started it; an unexpected error with its stack
 */
export const problemsAtStart = (error) => {
  if (error.problems) return error.problems
  const { code = '', syscall = '', message } = error
  const ofPort = syscall === 'listen' || (syscall === 'getaddrinfo' && !process.env.DATABASE_URL)
  if (ofPort && listening[code]) return [listening[code](error)]
  if (process.env.DATABASE_URL && (unreachable.has(code) || refusedByDatabase.test(code)))
    return [`The database of DATABASE_URL cannot be used: ${message || code}`]
  if (code === 'ERR_SQLITE_ERROR') return [`The database file in DATA_DIR cannot be used: ${message}`]
  if (folder.has(code)) return [`The folder of DATA_DIR cannot be used: ${message}`]
  return [error.stack]
}
