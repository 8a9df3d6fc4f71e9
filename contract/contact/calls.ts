import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { Email } from '../values/emails.ts';
import {
  ById,
  DatedListQuery,
  data,
  Id,
  Instant,
  Message,
  oneOf,
  personName,
  SeenVersion,
  saved,
  sortedBy,
  text,
} from '../values/shapes.ts';

/** The message of a visitor, from the form on the contact page. */
export const ContactForm = z.object({
  name: personName('Name', 120),
  email: Email,
  message: text('Message', 5000),
});

/** `new` was not answered yet, `answered` by email from the inbox; with a `closed` one there is nothing left to do. */
const contactStates = ['new', 'answered', 'closed'] as const;
export type ContactState = (typeof contactStates)[number];

/** A message in the inbox of the academy. */
export const ContactMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  receivedAt: Instant,
  state: z.enum(contactStates),
  /** Incremented by every answer and every change of the state. */
  version: z.number(),
  /** The account with this email, whose owner may be somebody else: nobody has verified who wrote. */
  personId: z.nullable(Id),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

/** A message with what was answered, the first answer first. */
export const ContactThread = z.extend(ContactMessage, {
  answers: z.array(z.object({ _id: Id, at: Instant, by: z.string(), text: z.string() })),
});
export type ContactThread = z.infer<typeof ContactThread>;

/** Emailed to the visitor, in these words. */
export const ContactAnswer = z.object({ text: text('Answer', 5000) });

export const ContactQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  state: oneOf(contactStates),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

/** The contact page, and the inbox in which staff answer what visitors wrote there. */
export const contact = {
  send: { method: 'POST', path: '/contact', who: 'anyone', body: ContactForm, reply: Message },
  list: {
    method: 'GET',
    path: '/contact/messages',
    who: 'messages:answer',
    query: ContactQuery,
    reply: data(z.array(ContactMessage)),
    table: { name: 'messages' },
  },
  get: {
    method: 'GET',
    path: '/contact/messages/:id',
    who: 'messages:answer',
    params: ById,
    reply: data(ContactThread),
  },
  answer: {
    method: 'POST',
    path: '/contact/messages/:id/answer',
    who: 'messages:answer',
    params: ById,
    query: SeenVersion,
    body: ContactAnswer,
    reply: saved(ContactThread),
  },
  close: {
    method: 'POST',
    path: '/contact/messages/:id/close',
    who: 'messages:answer',
    params: ById,
    query: SeenVersion,
    reply: saved(ContactThread),
  },
  reopen: {
    method: 'POST',
    path: '/contact/messages/:id/reopen',
    who: 'messages:answer',
    params: ById,
    query: SeenVersion,
    reply: saved(ContactThread),
  },
} as const satisfies Calls;
