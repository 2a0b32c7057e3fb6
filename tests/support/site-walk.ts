const pageOf = (address: string) => address.replace(/(?:\.data)?(?:\?.*)?$/, '')

/** Each value of these parameters is a separate page. */
const pagesInOne = new Set(['tab', 'view'])

const kindOf = (address: string) => {
  const [path = '', query] = address.split('?')
  if (query === undefined) return path
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    pagesInOne.has(name) ? `${name}=${value}` : name,
  )
  return `${path}?${parameters.toSorted().join('&')}`
}

/**
 * The addresses that a walk over all pages requests. Lists link to each other in thousands of ways, and every page to the sign-in
 * and back: one address of each set of parameters is enough.
 */
export const createSiteWalk = (starts: readonly string[]) => {
  const waiting = starts.map((path) => ({ path, from: 'the start' }))
  const known = new Set(starts.map(kindOf))
  return {
    next: () => waiting.shift(),
    add: (path: string, from: string) => {
      const isOneOfMany = path.includes('?') && from.includes('?') && pageOf(path) === pageOf(from)
      if (path.includes('next=') || isOneOfMany || known.has(kindOf(path))) return
      known.add(kindOf(path))
      waiting.push({ path, from })
    },
  }
}
