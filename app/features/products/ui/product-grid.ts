import grid from './product-grid.module.css'

/** A list of six cards without a hole at any width (W60), and how wide their pictures are in it. */
export const sixCards = {
  className: `${grid.grid} ${grid.six}`,
  sizes: '(min-width: 90rem) 18rem, (min-width: 75rem) 12rem, (min-width: 48rem) 18rem, 30vw',
} as const
