import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArchiveBroken, packed, unpacked } from './archive.ts'

async function* inChunks(content: Uint8Array, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

const allOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

const fileOf = (files: readonly Uint8Array[]) =>
  allOf(
    packed(
      files.map((content, at) => ({
        name: `f${at}`,
        bytes: content.length,
        content: inChunks(content, 700),
      })),
    ),
  )

const filesIn = async (archive: Uint8Array, size: number): Promise<string[]> => {
  const found: string[] = []
  for await (const { name, content } of unpacked(inChunks(archive, size)))
    found.push(`${name} ${(await allOf(content)).toString('hex')}`)
  return found
}

const files = fc.array(fc.uint8Array({ maxLength: 1_500 }), { maxLength: 4 })

test('D25: what was packed is unpacked, however it comes in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 2_000 }), async (contents, size) => {
      const wanted = contents.map((content, at) => `f${at} ${Buffer.from(content).toString('hex')}`)
      expect(await filesIn(await fileOf(contents), size)).toEqual(wanted)
    }),
  )
})

test('D25: an archive that was cut before its last block is told, wherever', async () => {
  const whole = await fileOf([Buffer.alloc(700, 1), Buffer.alloc(512, 2)])
  for (let end = 0; end < whole.length - 1_024; end += 97)
    await expect(filesIn(whole.subarray(0, end), 512), `${end}`).rejects.toThrow(ArchiveBroken)
})

test('D25: a file that is shorter or longer than it was is not packed', async () => {
  const entry = { name: 'f', bytes: 3, content: inChunks(Buffer.from('four'), 2) }
  await expect(allOf(packed([entry]))).rejects.toThrow(ArchiveBroken)
})
