import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** The files below `folder`, with `/` in their paths, sorted; without hidden ones, which are unfinished. None where there is no folder. */
export const pathsBelow = async (folder: string): Promise<string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => !/(^|\/)\./.test(path))
    .toSorted()
}
