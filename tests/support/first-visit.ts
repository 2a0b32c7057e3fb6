const tags = /(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"|["'](\/assets\/[^"']+\.js)["']/g

/** The link of a style sheet that the page brings itself; no browser loads it. */
const disabledLinks = /<link[^>]* disabled=""[^>]*>/g

/** The scripts and style sheets of ours that a page's tags and inline imports name, each once, in their order. */
export const filesOfVisit = (html: string): readonly string[] => [
  ...new Set(
    [...html.replaceAll(disabledLinks, '').matchAll(tags)].map(([, tag, inline]) => tag ?? inline ?? ''),
  ),
]
