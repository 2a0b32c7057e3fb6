import type { UploadFiles } from '../../app/server/pictures/picture-files.ts'

/** Remembers which files were stored, without their content. */
export const uploadFilesInMemory = (): UploadFiles & { names(): readonly string[] } => {
  const files = new Set<string>()
  return {
    put: async (name) => void files.add(name),
    read: async () => undefined,
    has: async (name) => files.has(name),
    remove: async (name) => void files.delete(name),
    freeBytes: async () => 10 * 1_073_741_824,
    names: () => [...files].sort(),
  }
}
