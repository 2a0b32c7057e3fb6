/** Loaded one by one, when it is missing: together they are 6 MB. */
const files = import.meta.glob<string>('./uploads/*', { query: '?inline', import: 'default' })

/** Name of a committed picture or PDF, ready-made in its sizes (`filesOf`), and what gives its content. */
export const demoUploadFiles: ReadonlyMap<string, () => Promise<Buffer>> = new Map(
  Object.entries(files).map(([path, load]) => [
    path.replace('./uploads/', ''),
    async () => Buffer.from((await load()).replace(/^data:[^,]*,/, ''), 'base64'),
  ]),
)
