import { expect, test } from 'vitest'
import { pictureFormatOf } from './picture-format.ts'

const boxesOf = (brand: string) =>
  Uint8Array.from(Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]))

/** Of the registry of brands, what phones and cameras write and what films have. */
const brands =
  'avif avis heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1 miaf jpeg j2ki crx isom iso2 iso6 mp41 mp42 avc1 qt__ M4V_ 3gp4 dash'.split(
    ' ',
  )
const formatOf = (brand: string) => pictureFormatOf(boxesOf(brand.replaceAll('_', ' ')))

test('R5: of all brands of files in boxes one is a picture that we read, eight are HEIC, one moves', () => {
  const heic = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
  expect(brands.filter((brand) => formatOf(brand) === 'avif')).toEqual(['avif'])
  expect(brands.filter((brand) => formatOf(brand) === 'animated')).toEqual(['avis'])
  expect(brands.filter((brand) => formatOf(brand) === 'heic')).toEqual(heic)
  expect(brands.filter((brand) => formatOf(brand) === undefined)).toHaveLength(brands.length - 10)
})

test('R5: of all beginnings of files these are pictures', () => {
  const files: Record<string, string> = {
    jpeg: '\xff\xd8\xff\xe0',
    png: '\x89PNG\r\n\x1a\n',
    webp: 'RIFF\0\0\0\0WEBPVP8 ',
    animated: 'GIF89a',
    bmp: 'BM\x36\x84',
    tiff: 'II*\0',
    psd: '8BPS\0\x01',
    pdf: '%PDF-1.7',
    svg: '<svg xmlns="http://www.w3.org/2000/svg">',
    html: '<!doctype html>',
    zip: 'PK\x03\x04',
    exe: 'MZ\x90\0',
    wave: 'RIFF\0\0\0\0WAVEfmt ',
    jxl: '\xff\x0a',
    nothing: '',
  }
  const found = Object.entries(files).map(([name, start]) => [
    name,
    pictureFormatOf(Uint8Array.from(Buffer.from(start, 'latin1'))),
  ])
  expect(Object.fromEntries(found.filter(([, format]) => format !== undefined))).toEqual({
    jpeg: 'jpeg',
    png: 'png',
    webp: 'webp',
    animated: 'animated',
  })
})
