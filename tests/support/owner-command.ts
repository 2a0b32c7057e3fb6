import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import type { ShopProcess } from './shop-process.ts'
import { compiledFolder } from './source-process.ts'

/** What `npm run NAME -- WORDS` prints, on the data of `shop` and without any .env. Throws when it does not end with 0. */
export const ownerCommand = async (shop: ShopProcess, name: string, ...words: string[]): Promise<string> => {
  const { PATH = '', HOME = '' } = process.env
  const { stdout } = await promisify(execFile)(
    pinnedNode(),
    ['scripts/run-owner-command.js', name, ...words],
    {
      cwd: root,
      env: { PATH, HOME, NODE_COMPILE_CACHE: compiledFolder, DATA_DIR: shop.dataDir },
    },
  )
  return stdout
}
