// For processes of the tests that run our sources as they are (`node --import` this file).
import { registerHooks } from 'node:module'
import { aliasedPath } from '../../scripts/source-aliases.js'

const root = new URL('../../', import.meta.url)

registerHooks({
  resolve(specifier, context, next) {
    const path = aliasedPath(specifier)
    return next(path === undefined ? specifier : new URL(path, root).href, context)
  },
})
