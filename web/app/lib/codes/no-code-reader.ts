/** Thrown when what reads codes cannot be loaded, or fails; a code was then neither found nor missing. */
export class NoCodeReader extends Error {
  override name = 'NoCodeReader';
  /** The sentence for the person. */
  static readonly sentence = 'The part that reads codes could not be loaded. Check the connection, and try again.';
}
