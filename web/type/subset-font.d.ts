declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    variationAxes: Record<string, { min: number; max: number }>;
    keepFeatures: string[];
  };
  /** The package brings no types of its own. Takes a font file and gives one with the glyphs of `text` alone. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
