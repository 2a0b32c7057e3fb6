const tags = /\s(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"|["'](\/assets\/[^"']+\.js)["']/g

/** The scripts and style sheets of ours that a page's tags and inline imports name, each once, in their order. */
export const filesOfVisit = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(tags)].map(([, tag, inline]) => tag ?? inline ?? '')),
]
