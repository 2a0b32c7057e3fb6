import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './start-lock.js'

export const root = fileURLToPath(new URL('..', import.meta.url))

const cache = join(root, '.cache')

/** `message` is a sentence for whoever starts the shop, `details` are for the developer. */
export class NotReady extends Error {
  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

/** @typedef {{ isReady(): boolean, make(): Promise<void> }} Part */

/** @param {...Part} parts made by one process at a time; when all are ready nothing is written, so read access suffices */
export const getReady = async (...parts) => {
  if (parts.every((part) => part.isReady())) return
  await oneAtATime(join(cache, 'preparing'), async () => {
    for (const part of parts) if (!part.isReady()) await part.make()
  })
}

/** @param {...Part} parts as for `getReady`; exits with 1 and a sentence when that fails */
export const getReadyOrEnd = async (...parts) => {
  try {
    await getReady(...parts)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

/** @param {Error & { code?: string, path?: string }} error becomes a sentence; an unforeseen one keeps its stack */
export const sentenceOf = (error) => {
  if (error instanceof NotReady) return error.message
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    return `Packages or build are missing or old, and this user may not write ${error.path}: start once as the owner of ${root}, or give the folder to this user; afterwards whoever may read it can start it.`
  if (['EBUSY', 'EXDEV'].includes(error.code))
    return `${error.path} cannot be replaced: it must be an ordinary folder within ${root}, not a mount of its own.`
  if (error.code === 'ENOSPC') return `The disk is full: there is no room for packages and build in ${root}.`
  return error.stack
}

/**
 * Replaces a folder of the project, whole or not at all.
 * @param {string} name
 * @param {(beside: string) => Promise<void>} make fills `name` in an empty folder at `beside`
 */
export const replaceFolder = async (name, make) => {
  for (const left of readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`)))
    await sweep(join(cache, left))
  const beside = join(cache, `${name}-${process.pid}-${Date.now()}`)
  mkdirSync(beside)
  try {
    await make(beside)
    mkdirSync(join(beside, 'old'))
    renameIfThere(join(root, name), join(beside, 'old', name))
    renameSync(join(beside, name), join(root, name))
  } finally {
    await sweep(beside)
  }
}

const renameIfThere = (from, to) => {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** A child of a killed run may still write; the next start then removes the rest. */
const sweep = async (path) => {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {}
}
