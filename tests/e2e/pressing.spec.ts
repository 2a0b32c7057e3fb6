import type { Page } from '@playwright/test'
import { sightOf } from '../support/sight.ts'
import { expect, phone, press, test } from './fixtures.ts'

const button = '<button style="position:absolute;top:40px;left:20px;width:120px;height:44px">この中</button>'
const bar = (style: string) => `<div style="position:fixed;${style}">帯</div>`

const show = async (page: Page, body: string, height = '') => {
  await page.setContent(
    `<!doctype html><title>pressing</title><meta name="viewport" content="width=device-width"><body style="margin:0;height:${height}">${body}`,
  )
  return page.getByRole('button', { name: 'この中' })
}

for (const screen of [phone(375, 667), { viewport: { width: 1280, height: 800 } }])
  test.describe(`at ${screen.viewport.width} px`, () => {
    test.use(screen)

    test('what nobody could press is told by the name of what is in the way', async ({ page }) => {
      const problemOf = async (body: string) => {
        const seen = await (await show(page, body)).evaluate(sightOf)
        return seen.free ? 'free' : seen.problem
      }
      expect(await problemOf(button)).toBe('free')
      expect(await problemOf(`${button}${bar('inset:0 0 auto;height:100px')}`)).toMatch(
        /「この中」 is covered at 80, 62 by <div .*「帯」$/,
      )
      // Its middle counts.
      expect(await problemOf(`${button}${bar('inset:0 0 auto;height:60px')}`)).toBe('free')
      expect(await problemOf(button.replace('left:20px', 'left:-400px'))).toMatch(
        /「この中」 lies outside of the screen, at -340, 62/,
      )
      const cutOff = `<div style="position:absolute;width:200px;height:30px;overflow:hidden">${button}</div>`
      expect(await problemOf(cutOff)).toMatch(/「この中」 .* at 80, 62/)
      expect(await problemOf(button.replace('style="', 'style="pointer-events:none;'))).toMatch(
        /「この中」 is covered at 80, 62 by <html|lets presses through to <(?:body|html)/,
      )
      expect(await problemOf(button.replace('44px', '0;padding:0;border:0;overflow:hidden'))).toMatch(
        /「この中」 has no size/,
      )
    })

    test('what lies further down, or below a bar of the page, is scrolled free and pressed where it then stands', async ({
      page,
    }) => {
      const bars = `${bar('inset:0 0 auto;height:80px')}${bar('inset:auto 0 0;height:80px')}`
      const { height } = screen.viewport
      for (const top of [3000, height - 70]) {
        const target = await show(page, `${button.replace('40px', `${top}px`)}${bars}`, '4000px')
        await target.evaluate((node: HTMLElement) =>
          node.addEventListener('click', ({ isTrusted, clientX, clientY }) => {
            const { top, bottom } = node.getBoundingClientRect()
            const isOnIt = clientY > top && clientY < bottom
            const isFree = clientY > 80 && clientY < innerHeight - 80
            node.textContent = `${isTrusted}, ${clientX}, ${isOnIt}, ${isFree}`
          }),
        )
        await press(target)
        await expect(page.getByRole('button')).toHaveText('true, 80, true, true')
      }
    })

    test('what moved between the look and the press is looked for again, and pressed once', async ({
      page,
    }) => {
      // Where a bar lies then, and out of the screen.
      const top = screen.viewport.width < 768 ? screen.viewport.height - 60 : 3000
      const target = await show(page, `${button}${bar('inset:auto 0 0;height:80px')}`, '4000px')
      await target.evaluate((node: HTMLElement, top) => {
        // The press itself asks in a world of its own, so this is the look.
        const look = document.elementFromPoint.bind(document)
        let looks = 0
        document.elementFromPoint = (x, y) => {
          looks += 1
          if (looks === 1) setTimeout(() => Object.assign(node.style, { top: `${top}px` }))
          return look(x, y)
        }
        let presses = 0
        node.addEventListener('click', () => {
          presses += 1
          node.textContent = `${presses}, ${looks > 1}`
        })
      }, top)
      await press(target)
      await expect(page.getByRole('button')).toHaveText('1, true')
    })

    test('what moves or cannot be pressed yet is waited for; of a box the label is pressed, and twice is twice', async ({
      page,
    }) => {
      const target = await show(page, button)
      const count = (node: HTMLElement) =>
        node.addEventListener('click', () => {
          node.dataset.presses = String(Number(node.dataset.presses ?? 0) + 1)
        })
      await target.evaluate(count)
      await target.evaluate(async (node: HTMLButtonElement) => {
        node.disabled = true
        node.animate({ left: ['20px', '150px'] }, { duration: 400, fill: 'forwards' }).onfinish = () => {
          node.dataset.still = ''
          node.disabled = false
        }
      })
      await press(target)
      await expect(target).toHaveAttribute('data-still', '')
      await expect(target).toHaveAttribute('data-presses', '1')
      await press(target, { times: 2 })
      await expect(target).toHaveAttribute('data-presses', '3')

      await show(
        page,
        `<input type="checkbox" id="box" style="position:fixed;top:300px"><label for="box" style="position:fixed;top:100px">同意</label>${bar('inset:auto 0 0;top:250px')}`,
      )
      await press(page.getByRole('checkbox'))
      await expect(page.getByRole('checkbox')).toBeChecked()
    })
  })

test('a press fails by the name of the bar from under which nothing can be scrolled', async ({ page }) => {
  const target = await show(page, `${button}${bar('inset:0 0 auto;height:120px')}`, '4000px')
  await expect(press(target)).rejects.toThrow(/「この中」 is covered at 80, 62 by <div .*「帯」/)
})
