import type { AppContext } from '~/server/app-context.ts'
import { filesOf, pictureOf, uploadNameOf, uploadUrlsIn } from './rules.ts'

export type ReadDemoUpload = (file: string) => Promise<Uint8Array>

const pdf = { width: 0, height: 0 }

/** Adds the missing uploads that `content` names; the next collection after that content goes removes them. */
export const seedDemoUploads = async (
  { db, now, uploadFiles }: AppContext,
  { content, read }: { readonly content: unknown; readonly read: ReadDemoUpload },
): Promise<void> => {
  for (const url of uploadUrlsIn(JSON.stringify(content))) {
    const name = uploadNameOf(url) ?? ''
    const { width, height } = pictureOf(url) ?? pdf
    const kind = width === 0 ? ('pdf' as const) : ('picture' as const)
    const row = { name, kind, width, height, bytes: 0, source: 'demo' as const, lastPutAt: now() }
    await db
      .insertInto('upload')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // The JPEG comes last, so that its presence means that all files are there.
    const [main = '', ...copies] = filesOf(row)
    if (await uploadFiles.has(main)) continue
    await Promise.all(copies.map(async (file) => uploadFiles.put(file, await read(file))))
    await uploadFiles.put(main, await read(main))
  }
}
