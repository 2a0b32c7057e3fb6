const signatureLength = 8
/** Length, type and checksum. */
const frameLength = 12

/** Beside `IDAT`, which may come often: chunks of pixels, colours and orientation, of which the first counts. */
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

/**
 * A PNG without the texts beside its pixels: hundreds of packed texts unfold to megabytes each, and a decoder unpacks all of
 * them. A broken PNG stays broken.
 */
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
