const tags = /\s(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"|["'](\/assets\/[^"']+\.js)["']/g

/** Our scripts and style sheets that a page's tags and inline imports name, each once, in order. */
export const filesOfVisit = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(tags)].map(([, tag, inline]) => tag ?? inline ?? '')),
]
