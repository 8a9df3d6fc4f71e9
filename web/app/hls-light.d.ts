/** The package has types only for the full library; the light build has the same API. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
