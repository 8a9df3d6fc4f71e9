import { copyOfPerson, personalData } from '@fairlead/contract/personal-data';
import { call, downloadFile } from '../../lib/api-client.ts';

/** All that is held on a person, for whoever answers their request. */
export const fetchCopyOf = (id: string) => downloadFile(copyOfPerson, { params: { id } }, 'personal-data.zip');

/** Erases a person at their request; gives the server's word. */
export async function erasePerson(id: string, reason: string): Promise<string> {
  return (await call(personalData.erase, { params: { id }, body: { reason } })).message;
}
