import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const cache = join(root, '.cache')
const lock = join(cache, 'preparing')
const beatMs = 500
const pauseMs = 100
const silenceMs = 5_000

/** One sentence for the person who tried to start; `details` are for whoever has to mend it. */
export class NotReady extends Error {
  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

/** @typedef {{ isReady(): boolean, make(): Promise<void> }} Part */

/**
 * Makes the parts that are not ready, in one process at a time. Nothing is written when all are ready, so that who may only
 * read this folder can start the shop.
 * @param {...Part} parts
 */
export const getReady = async (...parts) => {
  if (parts.every((part) => part.isReady())) return
  await oneAtATime(async () => {
    for (const part of parts) if (!part.isReady()) await part.make()
  })
}

/**
 * As `getReady`; when it cannot be done, says why in a sentence and ends with 1.
 * @param {...Part} parts
 */
export const getReadyOrEnd = async (...parts) => {
  try {
    await getReady(...parts)
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

/**
 * One sentence on what kept a part from being made; the stack of what nobody foresaw.
 * @param {Error & { code?: string, path?: string }} error
 */
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
 * Replaces a folder of the project, whole or not at all. `make` gets the path of an empty folder and fills `name` in it.
 * @param {string} name
 * @param {(beside: string) => Promise<void>} make
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

/** A child that outlived a killed run may still write: then it is swept another time. */
const sweep = async (path) => {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {}
}

const takeLock = (sign) => {
  try {
    writeFileSync(lock, sign, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

const lastBeat = () => statSync(lock, { throwIfNoEntry: false })?.mtimeMs

const beat = () => {
  const now = new Date()
  try {
    utimesSync(lock, now, now)
  } catch {}
}

const giveLock = (sign) => {
  try {
    if (readFileSync(lock, 'utf8') === sign) rmSync(lock, { force: true })
  } catch {}
}

/**
 * A lock that was not touched for five seconds of our own waiting has no holder. A process id would not do: in a container the
 * same id may belong to another process.
 */
const waitForLock = async (sign) => {
  let [seen, silentMs, waitedMs] = [lastBeat(), 0, 0]
  while (!takeLock(sign)) {
    if (waitedMs === 10 * pauseMs) console.log('Waiting for another start of this folder to get ready ...')
    await pause(pauseMs)
    const now = lastBeat()
    waitedMs += pauseMs
    silentMs = now === seen ? silentMs + pauseMs : 0
    seen = now
    if (silentMs >= silenceMs) rmSync(lock, { force: true })
  }
}

const oneAtATime = async (task) => {
  mkdirSync(dirname(lock), { recursive: true })
  const sign = `${process.pid} ${Date.now()}`
  await waitForLock(sign)
  const heart = setInterval(beat, beatMs)
  const end = () => {
    giveLock(sign)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
  try {
    await task()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end)
    clearInterval(heart)
    giveLock(sign)
  }
}
