import { certificateNames } from '@fairlead/contract/certificates/names';
import { register } from '@fairlead/contract/certificates/register';
import { toWire } from '@fairlead/contract/platform/names';
import { call, downloadFile } from '../../../lib/calls/api-client.ts';
import { withFormNames } from '../../../lib/calls/field-errors.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { saveFile } from '../../../lib/device/save-file.ts';
import type { CorrectionDraft } from './staff-wire.ts';

// Both return the server's message; `refetchRegister` invalidates everything that shows certificates.

/** Revokes a certificate; the reason is sent by email. */
export const revokeCertificate = async (id: string, reason: string): Promise<string> =>
  (await call(register.revoke, { params: { id }, body: { reason } })).message;

/** Issues a certificate again with corrected data. */
export const correctCertificate = async (id: string, draft: CorrectionDraft): Promise<string> =>
  (
    await withFormNames(
      certificateNames,
      call(register.correct, { params: { id }, body: toWire(certificateNames, draft) }),
    )
  ).message;

/** Saves the sheets of several certificates as one PDF. */
export const printCertificates = async (ids: readonly string[]): Promise<void> =>
  saveFile(await downloadFile(register.print, { body: { ids } }, 'certificates.pdf'));

export async function refetchRegister(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  await Promise.all(['register', 'people'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
