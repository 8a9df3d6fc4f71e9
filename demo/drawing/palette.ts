/**
 * The palette of everything drawn for the demo academy: night-blue water, chart paper and one signal colour. A drawing
 * that needs another colour usually needs fewer.
 */
export const palette = {
  ink: '#071a33',
  navy: '#0b2545',
  ocean: '#123d68',
  blue: '#2a6392',
  steel: '#5d8cb0',
  mist: '#d3e1ea',
  shallow: '#b9dade',
  sand: '#e7dcc3',
  chalk: '#fffdf8',
  orange: '#e4572e',
  ember: '#b53d1b',
  ochre: '#f0b94d',
} as const;

/** Skin from light to dark, for figures and portraits. */
export const skins = ['#eec39f', '#d9a27a', '#bf8259', '#9a6240', '#7a4a30'] as const;
