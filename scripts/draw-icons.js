/**
 * Draws the brand files in public/ from the drawings in db/demo/drawings: favicon, app icons and the social card with the
 * shop's name. Run by hand after a change of the mark or the name: `node scripts/draw-icons.js`. It needs Chromium
 * (CHROMIUM, or /usr/bin/chromium) and, unlike the other scripts, the Node of this repository, which reads TypeScript.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { faviconSvg, fullIconSvg, logoSvg } from '../db/demo/drawings/brand/logo.ts'
import { socialCardSvg } from '../db/demo/drawings/brand/scenes.ts'
import { palettePng } from './palette-png.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const flags =
  '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run'

/** The shop's name as its settings state it, read as text, for the settings import the app's own modules. */
const shopName = () => {
  const settings = readFileSync(at('shop.settings.ts'), 'utf8')
  const stated = (key) => new RegExp(`^  ${key}: '([^']+)'`, 'm').exec(settings)?.[1] ?? ''
  return { japanese: stated('name'), latin: stated('nameInLatin') }
}

const picture = (svg, place) =>
  `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" style="position:absolute;${place}">`

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const card = () => {
  const { japanese, latin } = shopName()
  const name = `position:absolute;left:84px;white-space:nowrap;color:#22395f;font-family:"Noto Serif CJK JP",serif`
  return (
    picture(socialCardSvg(), 'left:0;top:0;width:1200px;height:630px') +
    picture(logoSvg(), 'left:76px;top:150px;width:116px') +
    `<div style='${name};top:278px;font-size:66px;font-weight:700;line-height:1.2'>${escaped(japanese)}</div>` +
    `<div style='${name};top:378px;font-size:26px;letter-spacing:.14em'>${escaped(latin)}</div>`
  )
}

const filling = (svg, size) => picture(svg, `left:0;top:0;width:${size}px;height:${size}px`)

const drawings = [
  { file: 'icon-192.png', width: 192, height: 192, body: filling(logoSvg(), 192) },
  { file: 'icon-512.png', width: 512, height: 512, body: filling(logoSvg(), 512) },
  { file: 'icon-maskable-512.png', width: 512, height: 512, body: filling(fullIconSvg(), 512), opaque: true },
  { file: 'apple-touch-icon.png', width: 180, height: 180, body: filling(fullIconSvg(), 180), opaque: true },
  { file: 'og.png', width: 1200, height: 630, body: card(), opaque: true },
]

mkdirSync(at('public'), { recursive: true })
writeFileSync(at('public/favicon.svg'), faviconSvg())

/** The pixels of a PNG, four bytes each, as the page's canvas decodes them. */
const pixelsOf = async (page, png) => {
  const text = await page.evaluate(
    async (source) => {
      const image = Object.assign(new Image(), { src: source })
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      const bytes = canvas.getImageData(0, 0, image.width, image.height).data
      return bytes.toBase64
        ? bytes.toBase64()
        : btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(text, 'base64')
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: flags.split(' '),
})
const page = await browser.newPage()
for (const { file, width, height, body, opaque } of drawings) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<!doctype html><body style="margin:0">${body}`)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const screenshot = await page.screenshot({ omitBackground: true })
  const png = opaque ? palettePng(await pixelsOf(page, screenshot), width, height) : screenshot
  writeFileSync(at(`public/${file}`), png)
  console.log(`public/${file}: ${width} x ${height}, ${png.length} bytes`)
}
await browser.close()
