import { join, resolve } from 'node:path'

/** The folder of the pictures below a data folder: what stands in it is served under /Image/. */
export const imagesDirOf = (dataDir: string): string => join(resolve(dataDir), 'images')
