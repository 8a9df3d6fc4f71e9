import { ownCopy, personalData } from '@fairlead/contract/personal-data/calls';
import { call, downloadFile } from '../../lib/calls/api-client.ts';
import type { Proof } from '../accounts/own-account/own-account-api.ts';

/** All data stored about the requesting person, as a ZIP. */
export const fetchOwnCopy = (proof: Proof) => downloadFile(ownCopy, { body: proof }, 'personal-data.zip');

/** Erases the requesting person, which also ends the session. */
export const eraseOneself = (currentPassword: string) =>
  call(personalData.eraseOwn, { body: { currentPassword, understood: true } });
