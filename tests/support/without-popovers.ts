import type { Page } from '@playwright/test'

const unknown = 'popunknown'

/**
 * Makes `page` a browser that knows no popovers: whatever the shop sends, the attribute, its buttons and `:popover-open` have names
 * that mean nothing to it, so neither its style sheet nor its presses do anything for them. Needs `bypassCSP: true`, since scripts
 * within the page change.
 */
export const withoutPopovers = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    for (const name of ['showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    const response = await route.fetch({ url: url.replaceAll(unknown, 'popover') })
    const type = response.headers()['content-type'] ?? ''
    if (!/html|javascript|css/.test(type)) return route.fulfill({ response })
    const body = (await response.text()).replaceAll('popover', unknown)
    return route.fulfill({ response, body })
  })
}
