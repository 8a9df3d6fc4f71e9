import { ownCopy, personalData } from '@fairlead/contract/personal-data';
import { call, downloadFile } from '../../lib/api-client.ts';
import type { Proof } from '../accounts/own-account-api.ts';

/** All that is held on the person who asks, as a ZIP. */
export const fetchOwnCopy = (proof: Proof) => downloadFile(ownCopy, { body: proof }, 'personal-data.zip');

/** Erases the person who asks: the session is over with it. */
export const eraseOneself = (currentPassword: string) =>
  call(personalData.eraseOwn, { body: { currentPassword, understood: true } });
