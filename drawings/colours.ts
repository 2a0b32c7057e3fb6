/** The demo's palette: every drawing takes its colours from here. */
export const colour = {
  paper: '#f7f2e7',
  kinari: '#eee4d0',
  oat: '#dccdb3',
  indigo: '#22395f',
  navy: '#1a2742',
  chambray: '#5f7fa6',
  sky: '#b9d3e2',
  mist: '#dfe7ea',
  persimmon: '#d4622f',
  apricot: '#eeb183',
  beni: '#b43a42',
  sakura: '#efc6c4',
  blush: '#f6e2dc',
  mustard: '#d9a52f',
  lemon: '#f0cf62',
  matcha: '#8a9a4e',
  moss: '#56663a',
  sage: '#c3cdb0',
  wisteria: '#9a8bb5',
  cocoa: '#6b4a38',
  charcoal: '#3d3c40',
  ash: '#a8a59f',
  white: '#fffdf8',
} as const

export type Colour = (typeof colour)[keyof typeof colour]
