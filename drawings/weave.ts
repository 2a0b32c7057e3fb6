import { path, tag } from './markup.ts'

/** How the threads lie: sheeting, twill (canvas, denim), or a soft double gauze. */
export type Weave = 'plain' | 'twill' | 'gauze'

const light = (d: string, opacity: number) => path(d, { stroke: '#fff', 'stroke-opacity': opacity })
const dark = (d: string, opacity: number) => path(d, { stroke: '#1b1410', 'stroke-opacity': opacity })

const repeat: Record<Weave, { readonly size: number; readonly threads: string }> = {
  plain: { size: 4, threads: light('M0 .5h2M2 2.5h2', 0.2) + dark('M2 1.5h2M0 3.5h2', 0.09) },
  twill: {
    size: 5,
    threads: light('M-1 6L6 -1M-1 1L1 -1M4 6L6 4', 0.13) + dark('M-1 3.5L3.5 -1M1.5 6L6 1.5', 0.13),
  },
  gauze: {
    size: 10,
    threads:
      light('M0 1.5h4M5 6.5h4M2.5 3v3M7.5 8v2M7.5 0v1', 0.24) +
      dark('M1 3.5h3M6 8.5h3M8.5 2v3M3.5 7v3', 0.07),
  },
}

/** The threads as a pattern called `weave`. */
export const weavePattern = (weave: Weave): string => {
  const { size, threads } = repeat[weave]
  return tag('pattern', { id: 'weave', width: size, height: size, patternUnits: 'userSpaceOnUse' }, threads)
}

export const weaveOverlay = (weave: Weave, width: number, height: number): string =>
  weavePattern(weave) + tag('rect', { width, height, fill: 'url(#weave)' })
