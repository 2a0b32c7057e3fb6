import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Encoding } from './compression.ts'
import { type FileHeaders, headersOfFile } from './file-headers.ts'

interface BuiltFile {
  readonly headers: FileHeaders
  readonly body: Buffer
}

/**
 * The built client files with the compressed copies that lie beside them (`.br`, `.gz`), read once: they are some 1.5 MB,
 * so no answer needs the disk, an open file or a stream, and one that is lost while the shop is open is served on.
 */
export const readBuiltFiles = (folder: string) => {
  const read = (name: string): BuiltFile => ({
    headers: headersOfFile(name.replace(/\.(br|gz)$/, ''), statSync(join(folder, name))),
    body: readFileSync(join(folder, name)),
  })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !isHidden(name) && statSync(join(folder, name)).isFile(),
  )
  const files = new Map(names.map((name) => [`/${name.replaceAll(sep, '/')}`, read(name)]))

  const compressed = (path: string, encoding: Encoding): BuiltFile | undefined => {
    if (encoding === 'identity') return undefined
    const file = files.get(`${path}.${encoding === 'br' ? 'br' : 'gz'}`)
    return file && { ...file, headers: { ...file.headers, 'content-encoding': encoding } }
  }

  /** The file at `path`, in `encoding` where there is such a copy. */
  return (path: string, encoding: Encoding): BuiltFile | undefined => {
    const file = files.get(path)
    return file && (compressed(path, encoding) ?? file)
  }
}

const isHidden = (name: string) => name.split(sep).some((part) => /^\.(?!well-known$)/.test(part))
