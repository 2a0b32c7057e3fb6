import { createContext, use, useState } from 'react'
import { Links, UNSAFE_FrameworkContext, useMatches } from 'react-router'

/** The text of the style sheets at these addresses, one after the other. */
export type StyleText = (files: readonly string[]) => string

const StyleTextContext = createContext<StyleText>(() => '')

/** How the server, while it renders, finds the text of a style sheet. */
export const StyleTextProvider = StyleTextContext.Provider

/** The address of a style sheet as the router names it, which marks with # what is also loaded on demand. */
export const styleFile = (named: string): string => named.replace('#', '')

/** What marks a script or a style of ours while the server renders it: undefined in the browser. */
export const useOwnMark = (): string | undefined => use(UNSAFE_FrameworkContext)?.nonce

/** The style sheets of the page that is shown, what it shares with others first. */
const useStyleFiles = (): readonly string[] => {
  const routes = use(UNSAFE_FrameworkContext)?.manifest.routes ?? {}
  return [...new Set(useMatches().flatMap(({ id }) => routes[id]?.css ?? []))]
}

/**
 * The styles of the first page inlined before the scripts, so that the first paint waits for nothing; those of pages opened later
 * are linked, and React shows no page before its styles are there. In development the bundler brings the styles.
 */
export function PageStyle() {
  const textOf = use(StyleTextContext)
  const nonce = useOwnMark()
  const files = useStyleFiles()
  const [inlined] = useState(import.meta.env.SSR ? files : namesHere)
  if (import.meta.env.DEV) return <Links />
  return (
    <>
      {/* React matches it by its href and leaves it as it is. */}
      <style href="pages" precedence="pages" nonce={nonce}>
        {textOf(files)}
      </style>
      {files
        .filter((file) => !inlined.includes(file))
        .map((file) => (
          <link key={file} rel="stylesheet" href={styleFile(file)} precedence="pages" />
        ))}
      {namesOf([...inlined, ...files]).map((name) => (
        <link key={name} rel="stylesheet" href={name} {...isHere} />
      ))}
    </>
  )
}

/** Of the sheets that are here when the frame of all pages is made, also anew after an error. */
const namesHere = () =>
  [...document.querySelectorAll('link[rel="stylesheet"][disabled]')].map(
    (link) => link.getAttribute('href') ?? '',
  )

/** A disabled link is never loaded. */
const isHere = { disabled: true }

/** The names under which router and bundler look for the link of a style sheet before they load one that is here. */
const namesOf = (files: readonly string[]) => [...new Set(files.flatMap((file) => [file, styleFile(file)]))]
