// Class names of the browser's code as plain texts: with the names of a style sheet as one object each file would bring them all, and
// the style sheets of an area stand in one file (docs/decisions/0169).

const imported = /^import (\w+) from ('[^']+\.module\.css')/gm

/** @returns {import('vite').Plugin} which asks for the names one by one, so that the bundler puts them where they are used */
export const classNamesInPlace = () => ({
  name: 'class-names-in-place',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/app\/.*\.tsx?(?:\?.*)?$/, code: '.module.css' },
    handler: (text) => ({ code: text.replaceAll(imported, 'import * as $1 from $2'), map: null }),
  },
})

/** @returns {import('vite').Plugin} keeps the style sheets whose names all stand where they are used */
export const keepStyles = () => ({
  name: 'keep-styles',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code: `${code}\nglobalThis.css`, map: null, moduleSideEffects: true }),
  },
})
