/** The package brings types for the whole library alone; the light one has the same ones. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
