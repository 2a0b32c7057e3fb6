const signatureLength = 8
const frameLength = 12

/** Chunks that affect the picture; of each the first counts. `IDAT` may repeat. */
const needed: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'cICP',
  'iCCP',
  'sRGB',
  'gAMA',
  'cHRM',
  'sBIT',
  'eXIf',
])

/** Removes text chunks: hundreds of compressed ones unpack to megabytes each in the decoder. Broken PNGs stay broken. */
export const withoutTexts = (png: Buffer): Buffer => {
  const kept = [png.subarray(0, signatureLength)]
  const seen = new Set<string>()
  let at = signatureLength
  while (at + frameLength <= png.length) {
    const end = at + frameLength + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const isNeeded = type === 'IDAT' || type === 'IEND' || (needed.has(type) && !seen.has(type))
    if (isNeeded) kept.push(png.subarray(at, end))
    seen.add(type)
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}
