/** Loaded one by one, when it is missing: together they are 6 MB. */
const files = import.meta.glob<string>('./uploads/*', { query: '?inline', import: 'default' })

/** The committed pictures and PDFs, ready-made in their sizes. */
export const demoUploadNames: readonly string[] = Object.keys(files).map((path) =>
  path.replace('./uploads/', ''),
)

/** Throws when it is not one of them. */
export const readDemoUpload = async (name: string): Promise<Uint8Array> => {
  const load = files[`./uploads/${name}`]
  if (load === undefined) throw new Error(`the demo has no ${name}`)
  return Buffer.from((await load()).replace(/^data:[^,]*,/, ''), 'base64')
}
