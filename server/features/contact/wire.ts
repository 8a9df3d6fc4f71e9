import type { ContactMessage, ContactThread } from '@fairlead/contract/contact/calls';
import { fullName } from '../accounts/index.ts';
import type { AnswerRow, ContactRow } from './queries.ts';

export const toMessage = (row: ContactRow): ContactMessage => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  message: row.message,
  receivedAt: row.receivedAt.toISOString(),
  state: row.state,
  version: row.version,
  personId: row.accountId,
});

export const toThread = (row: ContactRow, answers: readonly AnswerRow[]): ContactThread => ({
  ...toMessage(row),
  answers: answers.map((answer) => ({
    _id: answer.id,
    at: answer.sentAt.toISOString(),
    by: fullName(answer),
    text: answer.text,
  })),
});
