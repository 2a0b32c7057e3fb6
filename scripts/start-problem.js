const listening = {
  EADDRINUSE: ({ port }) =>
    `ポート ${port} は使われています。お店がもう開いていないか確かめるか、PORT に別の番号を設定してください。`,
  EACCES: ({ port }) =>
    `ポート ${port} は、この利用者では使えません。PORT に1024以上の番号を設定してください。`,
  EADDRNOTAVAIL: ({ address }) =>
    `このコンピューターには ${address} というアドレスがありません。HOST を直してください。`,
  ENOTFOUND: ({ hostname }) =>
    `このコンピューターには ${hostname} というアドレスがありません。HOST を直してください。`,
}
const folder = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/**
 * @param {Error & { problems?: readonly string[], code?: string, syscall?: string }} error
 * @returns {readonly string[]} a sentence per problem, for whoever started it; an unexpected error with its stack
 */
export const problemsAtStart = (error) => {
  if (error.problems) return error.problems
  const { code = '', syscall = '', message } = error
  if (['listen', 'getaddrinfo'].includes(syscall) && listening[code]) return [listening[code](error)]
  if (code === 'ERR_SQLITE_ERROR') return [`DATA_DIR のデータベースのファイルが使えません（${message}）。`]
  if (folder.has(code)) return [`DATA_DIR のフォルダーが使えません（${message}）。`]
  return [error.stack]
}
