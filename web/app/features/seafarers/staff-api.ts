import { type NameCorrection, seafarers } from '@fairlead/contract/seafarers/calls';
import type { NewDocumentRequest } from '@fairlead/contract/seafarers/documents';
import { call } from '../../lib/calls/api-client.ts';
import type { Profile } from './wire.ts';

/**
 * Records that staff have checked a changed identity in this profile; certificates held because of it are then
 * released. The server refuses when the profile has changed since.
 */
export async function confirmIdentity({ id, updatedAt }: Profile): Promise<string> {
  const query = { profileSeenAt: updatedAt };
  return (await call(seafarers.confirmIdentity, { params: { id }, query })).message;
}

/** Corrects a name; `nameSeen` is the name that was shown on the screen. */
export async function correctName(id: string, correction: NameCorrection): Promise<string> {
  return (await call(seafarers.correctName, { params: { id }, body: correction })).message;
}

/** Asks a person for a document, unless this profile has changed since; returns the server's message. */
export async function askForDocument({ id, updatedAt }: Profile, asked: NewDocumentRequest): Promise<string> {
  const query = { profileSeenAt: updatedAt };
  return (await call(seafarers.askForDocument, { params: { id }, query, body: asked })).message;
}

/** Withdraws a document request; `id` is its own. */
export async function withdrawDocumentRequest(id: string): Promise<string> {
  return (await call(seafarers.withdrawDocumentRequest, { params: { id } })).message;
}
