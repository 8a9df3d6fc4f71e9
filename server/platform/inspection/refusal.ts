/**
 * Thrown during the inspection of a file: it is not accepted, and the message is a sentence for people that says why.
 */
export class Refusal extends Error {}
