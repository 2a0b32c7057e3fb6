// npm run test:styles -- [FOLDER [PART]]: that the styles left out of pages change nothing (docs/decisions/0216). Each page of shop, gallery and desk is
// pictured as it is and with its whole style sheet instead of its styles, which has to be equal to the point: before its sheet came (first), with
// everything pressed open, pointed at, focused and refused (states), and where a step within the site led to it (steps), at 375, 768 and 1,280 px.
// What differs is said with the elements that do, and its pictures go into FOLDER. WIDTHS and WAYS choose; ends with 1 when anything differs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { deskAddresses } from '../tests/support/desk-addresses.ts'
import { enterDesk } from '../tests/support/desk-session.ts'
import { launchStill, stillContext, stillPicture, stretch } from '../tests/support/still-pages.ts'
import { startFilledDesk } from './filled-desk.ts'

const [folder = '', part = ''] = process.argv.slice(2)
const widths = (process.env.WIDTHS ?? '375,768,1280').split(',').map(Number)
const ways = (process.env.WAYS ?? 'first,states,steps').split(',')
const mostLooks = 4
const mostForced = 300
const mostOpened = 6

const ofVisitors = [
  ...['/', '/all-products', '/all-products?q=%E9%BA%BB', '/all-products?q=zzzzz', '/fabric-names'],
  ...['/all-products/F-1001', '/all-products/F-1041', '/all-products/none', '/kits', '/kits?q=zzz'],
  ...['/kits/K-2015', '/influencer_subscription', '/subscription', '/wishlist', '/compare', '/terms'],
  ...['/privacy', '/legal', '/contact', '/login', '/success', '/success?session_id=none', '/cancel'],
  ...['/order/none', '/restock/none', '/mailbox', '/none', '/gallery', '/gallery/main-site', '/gallery/none'],
  ...['/gallery/search', '/gallery/search?q=zzz', '/gallery/upload', '/gallery/login', '/gallery/detail'],
  ...['/gallery/login?view=reset', '/gallery/login?view=register', '/gallery/logout', '/gallery/reset/none'],
  ...['/gallery/confirm/email/none', '/gallery/detail/demo-tote', '/gallery/detail/demo-azuma-bag'],
  ...['/gallery/detail/none', '/gallery/detail/demo-tote/comments'],
]
const ofMembers = [
  ...['/gallery/upload', '/gallery/logout', '/gallery/mypage', '/gallery/mypage?tab=favourites'],
  ...['/gallery/mypage/email', '/gallery/mypage/password', '/gallery/mypage/passkeys'],
  ...['/gallery/mypage/delete', '/gallery/report/recipe/demo-tote', '/gallery/profile-edit'],
  ...['/gallery/admin', '/gallery/detail/demo-tote'],
]
/** One of each kind of page (scripts/area-sheets.js), and of those that show little. */
const stepsOfVisitors = {
  from: ['/all-products/F-1041', '/', '/gallery/login', '/gallery/detail/none'],
  to: [
    ...['/gallery', '/gallery/detail/demo-azuma-bag', '/all-products', '/gallery/login', '/kits/K-2015'],
    ...['/wishlist', '/gallery/search', '/order/none', '/legal', '/compare', '/none', '/'],
  ],
}
const stepsOfOwner = {
  from: ['/admin/products/new', '/admin/packing/print', '/admin/orders', '/gallery/mypage'],
  to: [
    ...[
      '/admin/products',
      '/admin/products/F-1001',
      '/admin/orders',
      '/admin/settings',
      '/admin/lists/news/new',
    ],
    ...[
      '/admin/stock',
      '/admin',
      '/gallery/mypage',
      '/gallery/upload',
      '/all-products/F-1001',
      '/gallery/admin',
    ],
  ],
}

let compared = 0
const different: string[] = []

const sheets = new Map<string, string>()
/** The whole sheet of the page at this address, as the shop sends it now. */
const wholeSheet = async (page: Page): Promise<string> => {
  const { request } = page.context()
  const html = await (await request.get(page.url())).text()
  const [, file = ''] = /<link rel="stylesheet" href="([^"]+)" data-precedence="page"/.exec(html) ?? []
  const known = sheets.get(file) ?? (await (await request.get(new URL(file, page.url()).href)).text())
  sheets.set(file, known)
  return known
}

/** With this sheet instead of all others, or with its own again. */
const dress = (page: Page, whole: string | null): Promise<void> =>
  page.evaluate((whole) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(whole ?? '')
    document.adoptedStyleSheets = whole === null ? [] : [sheet]
    for (const one of document.styleSheets) one.disabled = whole !== null
  }, whole)

/** How each visible element looks. */
const looksOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].map((element) => {
      if (!element.checkVisibility()) return ''
      const look = getComputedStyle(element)
      const values = [...look].map((name) => `${name}: ${look.getPropertyValue(name)}`)
      return [`${element.tagName} ${element.textContent.slice(0, 16)}`, ...values].join('\n')
    }),
  )

/** What differs between two looks, in a few words. */
const whatDiffers = (own: readonly string[], whole: readonly string[]): string => {
  const [first = '', ...others] = own.flatMap((look, at) => {
    const values = look.split('\n')
    const changed = (whole[at] ?? '').split('\n').filter((value, place) => value !== values[place])
    return changed.length === 0 ? [] : `${values[0]}: ${changed.slice(0, 4).join(', ')}`
  })
  return first === '' ? 'no element' : `${first} and ${others.length} further elements`
}

/** Edges of drawings are drawn in one of two ways, which differ by single points: what is equal once looks alike. */
const compare = async (page: Page, name: string): Promise<void> => {
  const whole = await wholeSheet(page)
  compared += 1
  const own: Buffer[] = []
  const wholes: Buffer[] = []
  for (let look = 0; look < mostLooks; look += 1) {
    await dress(page, null)
    own.push(await stillPicture(page))
    await dress(page, whole)
    wholes.push(await stillPicture(page))
    if (own.some((picture) => wholes.some((other) => other.equals(picture)))) return dress(page, null)
  }
  const changed = await looksOf(page)
  await dress(page, null)
  different.push(name)
  console.log(`differs: ${name}: ${whatDiffers(await looksOf(page), changed)}`)
  if (folder === '') return
  const file = join(folder, name.replaceAll(/\W+/g, '-'))
  writeFileSync(`${file}-own.png`, own.at(-1) ?? '')
  writeFileSync(`${file}-whole.png`, wholes.at(-1) ?? '')
}

/** Behind a sheet that is on its way a browser draws nothing. */
const hideWhatWaits = () => {
  const sheet = document.querySelector('body link[rel=stylesheet]')
  for (const one of document.querySelectorAll<HTMLElement>('body *'))
    if (sheet !== null && sheet.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
      one.style.setProperty('display', 'none', 'important')
}

/** As it is seen before its sheet and its scripts have come. */
const compareFirst = async (context: BrowserContext, width: number, paths: readonly string[]) => {
  await context.route('**/assets/*.css', (route) => route.fulfill({ body: '', contentType: 'text/css' }))
  await context.route('**/assets/*.js', (route) => route.abort())
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(path)
    await page.evaluate(hideWhatWaits)
    await stretch(page, width)
    await compare(page, `first ${width} ${path}`)
  }
}

const compareStates = async (context: BrowserContext, width: number, paths: readonly string[]) => {
  const page = await context.newPage()
  for (const path of paths) {
    const name = (what: string) => `${what} ${width} ${path}`
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true
    })
    await stretch(page, width)
    await compare(page, name('open'))
    const devtools = await context.newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument', { depth: -1 })
    const selector = 'a, button, input, select, textarea, summary, label, li, tr, [tabindex]'
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
    for (const states of [
      ['hover', 'active'],
      ['focus', 'focus-visible', 'focus-within'],
    ]) {
      for (const nodeId of nodeIds.slice(0, mostForced))
        await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states })
      await compare(page, name(states[0] ?? ''))
    }
    await devtools.detach()
    await compareOpened(page, width, name)
    const isSent = await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('main form[method=post]')
      if (form === null || form.action.endsWith('/logout')) return false
      form.noValidate = true
      form.requestSubmit()
      return true
    })
    if (!isSent) continue
    await page.waitForLoadState('networkidle')
    await stretch(page, width)
    await compare(page, name('sent'))
  }
}

const compareOpened = async (page: Page, width: number, name: (what: string) => string) => {
  const openers = 'dialog:not([open]), [popover]'
  await page.setViewportSize({ width, height: 800 })
  const count = await page.locator(openers).count()
  for (let at = 0; at < Math.min(count, mostOpened); at += 1) {
    const isOpen = await page.evaluate(
      ([selector, at]) => {
        const one = document.querySelectorAll<HTMLElement>(selector)[at]
        if (one instanceof HTMLDialogElement) one.showModal()
        else one?.showPopover()
        return one?.matches(':modal, :popover-open') === true
      },
      [openers, at] as const,
    )
    if (isOpen) await compare(page, name(`window ${at}`))
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) one.close()
      for (const one of document.querySelectorAll<HTMLElement>(':popover-open')) one.hidePopover()
    })
  }
}

/** As the router of the page steps, without a document of its own where there is none to be. */
const compareSteps = async (
  context: BrowserContext,
  width: number,
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
) => {
  const page = await context.newPage()
  for (const start of from) {
    await page.goto(start, { waitUntil: 'networkidle' })
    for (const next of to) {
      const isThere = page.waitForFunction((path) => location.pathname === path, next)
      await page.evaluate((path) => {
        const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
        if (router instanceof Object) Reflect.get(router, 'navigate')(path)
      }, next)
      await isThere
      await page.waitForLoadState('networkidle')
      await stretch(page, width)
      await compare(page, `step ${width} ${start} ... ${next}`)
    }
  }
}

const compareAll = async (browser: Browser, shop: Awaited<ReturnType<typeof startFilledDesk>>) => {
  const groups = [
    { isOwner: false, paths: ofVisitors, steps: stepsOfVisitors },
    { isOwner: true, paths: [...ofMembers, ...deskAddresses(shop)], steps: stepsOfOwner },
  ]
  for (const width of widths)
    for (const { isOwner, paths, steps } of groups)
      for (const way of ways) {
        const context = await stillContext(browser, width, { baseURL: shop.origin })
        if (isOwner) await enterDesk(await context.newPage(), 'owner', shop)
        const chosen = paths.filter((path) => path.includes(part))
        if (way === 'first') await compareFirst(context, width, chosen)
        if (way === 'states') await compareStates(context, width, chosen)
        if (way === 'steps') await compareSteps(context, width, steps)
        await context.close()
        const who = isOwner ? 'members and desk' : 'visitors'
        console.log(`${way}, ${width} px, ${who}: ${compared} compared so far, ${different.length} differ`)
      }
}

await getReadyOrEnd(built)
if (folder !== '') mkdirSync(folder, { recursive: true })
const shop = await startFilledDesk()
const browser = await launchStill()
try {
  await compareAll(browser, shop)
} finally {
  await browser.close()
  await shop.remove()
}
if (different.length > 0) process.exitCode = 1
