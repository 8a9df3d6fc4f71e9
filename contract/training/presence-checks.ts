import { z } from 'zod/mini';
import { Id, line } from '../values/shapes.ts';

/** A moment or a length in a film, in seconds of it. */
export const seconds = z.number().check(z.gte(0), z.lte(86_400));

/** A question about what was shown; `answer` is the position of the right option. */
const CheckQuestion = z.object({
  text: line('Question', 500),
  options: z
    .array(line('Option'))
    .check(z.minLength(2, 'Please enter at least two options'), z.maxLength(6, 'A question has at most 6 options')),
  answer: z.number('Please choose the correct option').check(z.int(), z.gte(0), z.lte(5)),
});

/**
 * When a film pauses and asks, in seconds: at a moment (`at`), or at one random moment in every `every`; one of them is
 * null. What it asks: a question, at a moment alone, or with null whether somebody is there.
 */
export const FilmCheck = z.object({
  at: z.nullable(seconds),
  every: z.nullable(seconds.check(z.gte(60, 'Please enter at least one minute'))),
  question: z.nullable(CheckQuestion),
});
export type FilmCheck = z.infer<typeof FilmCheck>;

export const FilmChecks = z.array(FilmCheck).check(z.maxLength(50, 'A video has at most 50 presence checks'));

/**
 * A check as its learner gets it, at a moment of the film in seconds; without the right answer, which only the server
 * knows.
 */
export const PresenceCheck = z.object({
  _id: Id,
  at: z.number(),
  question: z.nullable(z.object({ text: z.string(), options: z.array(z.string()) })),
  answered: z.boolean(),
});
export type PresenceCheck = z.infer<typeof PresenceCheck>;

/**
 * The outcome of an answer. If it is not right the check stays open, and the film is to be watched again from
 * `againFrom`, in seconds; before that no other answer is judged.
 */
export const PresenceOutcome = z.object({ right: z.boolean(), againFrom: z.number() });
