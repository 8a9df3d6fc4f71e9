import { copyOfPerson, personalData } from '@fairlead/contract/personal-data/calls';
import { call, downloadFile } from '../../lib/calls/api-client.ts';

/** All data stored about a person, for staff who answer their request. */
export const fetchCopyOf = (id: string) => downloadFile(copyOfPerson, { params: { id } }, 'personal-data.zip');

/** Erases a person at their request; returns the server's message. */
export async function erasePerson(id: string, reason: string): Promise<string> {
  return (await call(personalData.erase, { params: { id }, body: { reason } })).message;
}
