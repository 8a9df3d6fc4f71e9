import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { Decisions, many } from '../platform/decisions.ts';
import { ById, data, Id, line, Message, text } from '../values/shapes.ts';

/** Emailed to the person. */
export const Refusal = z.object({ reason: text('Reason', 1000) });
/** Kept in the history, for colleagues. */
export const Disabling = z.object({ note: text('Reason', 1000) });

/** Read by colleagues; the person finds it in the copy of their data. */
export const PersonNote = z.object({ text: text('Note', 2000) });
/** Emailed to the person, in these words. */
export const PersonMessage = z.object({ subject: line('Subject', 150), text: text('Message', 5000) });

/** Decisions of staff on accounts, beside the approval of a single one. */
export const staffAccounts = {
  approveMany: {
    method: 'POST',
    path: '/user/approve-users',
    who: 'people:approve',
    body: z.object({ users: many(ById) }),
    reply: data(Decisions),
  },
  /** Sends the invitation again to people who have not chosen a password, with a new link; the earlier one ends. */
  inviteAgain: {
    method: 'POST',
    path: '/user/invite-again',
    who: 'people:approve',
    body: z.object({ users: many(ById) }),
    reply: data(Decisions),
  },
  refuse: {
    method: 'POST',
    path: '/user/refuse-user/:id',
    who: 'people:approve',
    params: ById,
    body: Refusal,
    reply: Message,
  },
  /**
   * Effective at once: all sessions end. Nobody can disable themselves, a person with more permissions, or the last
   * administrator.
   */
  disable: {
    method: 'POST',
    path: '/user/disable-user/:id',
    who: 'people:approve',
    params: ById,
    body: Disabling,
    reply: Message,
  },
  enable: { method: 'POST', path: '/user/enable-user/:id', who: 'people:approve', params: ById, reply: Message },
  addNote: {
    method: 'POST',
    path: '/people/:id/notes',
    who: 'people:approve',
    params: ById,
    body: PersonNote,
    status: 201,
    reply: Message,
  },
  /** Who wrote a note may remove it, and who may erase the person. */
  removeNote: {
    method: 'DELETE',
    path: '/people/:id/notes/:noteId',
    who: 'people:approve',
    params: z.extend(ById, { noteId: Id }),
    reply: Message,
  },
  sendMessage: {
    method: 'POST',
    path: '/people/:id/messages',
    who: 'people:approve',
    params: ById,
    body: PersonMessage,
    reply: Message,
  },
} as const satisfies Calls;
