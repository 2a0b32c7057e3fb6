type Attributes = Readonly<Record<string, string | number>>

/** `value` as SVG text: at most two decimals, no leading zero, to keep a drawing small. */
export const num = (value: number): string => {
  const rounded = (Math.round(value * 100) / 100).toString()
  return rounded.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0')
}

/** One element with its attributes; `children` is markup already. Values are ours and hold neither quotes nor `<`. */
export const tag = (name: string, attributes: Attributes, children = ''): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? num(value) : value}"`)
    .join('')
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`
}

export const path = (d: string, attributes: Attributes): string => tag('path', { d, ...attributes })

export const polygon = (points: ReadonlyArray<readonly [number, number]>): string =>
  `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`

/** Another drawing of the element called `id`, moved to x, y. */
export const useAt = (id: string, x: number, y: number): string => {
  const place = { ...(x === 0 ? {} : { x }), ...(y === 0 ? {} : { y }) }
  return tag('use', { href: `#${id}`, ...place })
}

const numbersUpTo = (count: number): number[] => [...Array(count).keys()]

export const steps = (start: number, step: number, count: number): number[] =>
  numbersUpTo(count).map((k) => start + k * step)

/** `count` copies of one element round 0,0, evenly turned; `shared` attributes stand on their group. */
export const wheel = (count: number, name: string, one: Attributes, shared: Attributes = {}): string =>
  tag(
    'g',
    shared,
    steps(0, 360 / count, count)
      .map((turn) => tag(name, turn === 0 ? one : { ...one, transform: `rotate(${num(turn)})` }))
      .join(''),
  )

/** Draws the element `id` at every x of `xs` and every y of `ys`, rows from top to bottom, each row a copy of the first. */
export const lattice = (id: string, xs: readonly number[], ys: readonly number[]): string => {
  const [first = 0, ...rest] = ys
  const row = tag('g', { id: `${id}r` }, xs.map((x) => useAt(id, x, first)).join(''))
  return row + rest.map((y) => useAt(`${id}r`, 0, y - first)).join('')
}

export const svgFile = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${num(width)} ${num(height)}">${body}</svg>`
