/** `content` must be read before the next entry. */
export interface ArchiveEntry {
  readonly name: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Not an archive of ours, or cut. */
export class ArchiveBroken extends Error {
  override readonly name = 'ArchiveBroken'
}

const block = 512
/** Eleven octal digits: 8 GB. */
const mostBytes = 8 ** 11 - 1

const headerOf = (name: string, bytes: number): Uint8Array => {
  if (bytes > mostBytes || Buffer.byteLength(name) > 100)
    throw new ArchiveBroken(`too large for an archive: ${name}`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii')
  header.write(name, 0, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(0, 136, 12)
  header.fill(' ', 148, 156)
  header.write('0', 156, 'ascii')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'ascii',
  )
  return header
}

export async function* packed(entries: Iterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, content } of entries) {
    yield headerOf(name, bytes)
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      yield chunk
    }
    if (written !== bytes) throw new ArchiveBroken(`${name} changed while it was read`)
    yield Buffer.alloc((block - (bytes % block)) % block)
  }
  yield Buffer.alloc(2 * block)
}

const portionsOf = (chunks: AsyncIterable<Uint8Array>) => {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = Buffer.alloc(0)
  const some = async (most: number): Promise<Uint8Array> => {
    while (rest.length === 0) {
      const { value, done } = await source.next()
      if (done === true) throw new ArchiveBroken('the file ends too soon')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
  const exactly = async (bytes: number): Promise<Buffer> => {
    const parts: Uint8Array[] = []
    for (let left = bytes; left > 0; ) {
      const part = await some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
  return { some, exactly }
}

const sizeIn = (header: Buffer): number => {
  const size = header.toString('latin1', 124, 135)
  if (header.toString('latin1', 257, 262) !== 'ustar' || !/^[0-7]{11}$/.test(size))
    throw new ArchiveBroken('this is no archive')
  return Number.parseInt(size, 8)
}

/** Reads what `packed` wrote; throws ArchiveBroken for anything else, also for a cut file. */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const { some, exactly } = portionsOf(chunks)
  for (;;) {
    const header = await exactly(block)
    if (header.every((byte) => byte === 0)) return
    const bytes = sizeIn(header)
    let left = bytes
    async function* bytesOfFile() {
      while (left > 0) {
        const part = await some(left)
        left -= part.length
        yield part
      }
    }
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    yield { name, bytes, content: bytesOfFile() }
    while (left > 0) left -= (await some(left)).length
    await exactly((block - (bytes % block)) % block)
  }
}
