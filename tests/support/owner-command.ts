import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import type { ShopProcess } from './shop-process.ts'

/**
 * Runs one of the owner's commands on the data of `shop`, as `npm run NAME -- WORDS` does once all is built, and gives what
 * it printed. No .env of whoever runs the tests is read.
 * Throws when it does not end with 0.
 */
export const ownerCommand = async (shop: ShopProcess, name: string, ...words: string[]): Promise<string> => {
  const { PATH = '', HOME = '' } = process.env
  const { stdout } = await promisify(execFile)(
    pinnedNode(),
    ['scripts/run-owner-command.js', name, ...words],
    {
      cwd: root,
      env: { PATH, HOME, DATA_DIR: shop.dataDir },
    },
  )
  return stdout
}
