import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../scripts/programs-for-tests.js'
import { shopSettings } from '../shop.settings.ts'
import { fullIconSvg, logoSvg } from './brand/logo.ts'
import { socialCardSvg } from './brand/scenes.ts'
import { drawnPictures } from './drawn-pictures.ts'

/**
 * `npm run drawings`, by hand after a change of a drawing or the shop's name: writes the demo's pictures, the hero, the
 * favicon, the app icons and the social card. Chromium makes pixels of them, for sharp's SVG renderer smears shadows of what
 * is turned; the card's name needs a Japanese serif font on the machine.
 */
const write = (path: string, content: string | Buffer) => {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  console.log(`${path}: ${Buffer.byteLength(content)} bytes`)
}

const picture = (svg: string, place: string) =>
  `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" style="position:absolute;${place}">`

const filling = (svg: string, size: number) => picture(svg, `left:0;top:0;width:${size}px;height:${size}px`)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const card = () => {
  const name = `position:absolute;left:84px;white-space:nowrap;color:#22395f;font-family:"Noto Serif CJK JP",serif`
  return (
    picture(socialCardSvg(), 'left:0;top:0;width:1200px;height:630px') +
    picture(logoSvg(), 'left:76px;top:150px;width:116px') +
    `<div style='${name};top:278px;font-size:66px;font-weight:700;line-height:1.2'>${escaped(shopSettings.name)}</div>` +
    `<div style='${name};top:378px;font-size:26px;letter-spacing:.14em'>${escaped(shopSettings.nameInLatin)}</div>`
  )
}

const pngs = [
  { file: 'icon-192.png', width: 192, height: 192, body: filling(logoSvg(), 192), opaque: false },
  { file: 'icon-512.png', width: 512, height: 512, body: filling(logoSvg(), 512), opaque: false },
  { file: 'icon-maskable-512.png', width: 512, height: 512, body: filling(fullIconSvg(), 512), opaque: true },
  { file: 'apple-touch-icon.png', width: 180, height: 180, body: filling(fullIconSvg(), 180), opaque: true },
  { file: 'og.png', width: 1200, height: 630, body: card(), opaque: true },
]

for (const { path, svg } of drawnPictures()) write(path, svg)
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
const page = await browser.newPage()
for (const { file, width, height, body, opaque } of pngs) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<!doctype html><body style="margin:0">${body}`)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const screenshot = sharp(await page.screenshot({ omitBackground: true }))
  const png = opaque ? screenshot.removeAlpha().png({ palette: true, effort: 10 }) : screenshot.png()
  write(`public/${file}`, await png.toBuffer())
}
await browser.close()
