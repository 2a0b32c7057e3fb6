import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { filesOf, type PictureName } from './rules.ts'

/** A picture of the demo, ready-made in all its sizes, or a PDF, which has 0 as width and height. */
export interface DemoUpload extends PictureName {
  /** Of `file`, one of `filesOf`. */
  readonly read: (file: string) => Promise<Uint8Array>
}

/** Puts the demo's pictures and PDFs that are missing; with the demo's members and lists they go like any other. */
export const seedDemoUploads = async (
  { db, now, uploadFiles }: AppContext,
  _actor: Actor,
  uploads: readonly DemoUpload[],
): Promise<void> => {
  for (const { name, width, height, read } of uploads) {
    const kind = width === 0 ? ('pdf' as const) : ('picture' as const)
    const row = { name, kind, width, height, bytes: 0, source: 'demo' as const, lastPutAt: now() }
    await db
      .insertInto('upload')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // The JPEG comes last: when it is there, all are.
    const [main = '', ...copies] = filesOf(row)
    if (await uploadFiles.has(main)) continue
    await Promise.all(copies.map(async (file) => uploadFiles.put(file, await read(file))))
    await uploadFiles.put(main, await read(main))
  }
}
