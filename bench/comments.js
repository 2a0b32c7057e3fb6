// npm run bench:comments: time from the press that posts a comment until a member and a visitor see it, in the built shop.
import { chromium } from '@playwright/test'
import { demoMembers } from '../demo/members.ts'
import { findChromium } from '../scripts/programs-for-tests.js'
import { beginSession } from '../tests/support/member-session.ts'
import { startShop } from '../tests/support/shop-process.ts'
import { machine } from './machine.js'
import { printTable } from './print-table.js'

const rounds = 9
const recipe = '/gallery/detail/demo-tote'

const shop = await startShop()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
const open = async (email) => {
  const context = await browser.newContext({ baseURL: shop.origin })
  if (email !== undefined) await beginSession(context, shop, email)
  const page = await context.newPage()
  const listens = page.waitForResponse((response) => response.url().endsWith('/comment-events'))
  await page.goto(recipe)
  await listens
  return page
}

try {
  const [writer, member, visitor] = [
    await open(demoMembers[0]?.email),
    await open(demoMembers[1]?.email),
    await open(),
  ]
  const form = writer.locator('#comments form').first()
  const times = { member: [], visitor: [] }
  for (let round = 0; round < rounds; round += 1) {
    const text = `${round + 1}回めの計測です`
    await form.getByRole('textbox').fill(text)
    const from = performance.now()
    const seen = async (page) => {
      await page.locator('#comments li', { hasText: text }).waitFor()
      return performance.now() - from
    }
    const [forMember, forVisitor] = await Promise.all([
      seen(member),
      seen(visitor),
      form.getByRole('button', { name: 'コメントする' }).click(),
    ])
    times.member.push(forMember)
    times.visitor.push(forVisitor)
  }
  const row = (who, goal) => {
    const sorted = times[who].toSorted((a, b) => a - b)
    return [who, sorted[rounds >> 1].toFixed(0), sorted.at(-1).toFixed(0), String(goal)]
  }
  console.log(`${machine()}, ${rounds} comments\n`)
  printTable([
    ['ms until it is seen by a', 'median', 'slowest', 'goal'],
    row('member', 1_000),
    row('visitor', 3_000),
  ])
} finally {
  await browser.close()
  await shop.remove()
}
