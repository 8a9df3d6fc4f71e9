/** Thrown while a file is looked into: it is not taken, and the message says why in a sentence for people. */
export class Refusal extends Error {}
