import { publicLog } from '@fairlead/contract/certificates/public-log';
import { useEffect, useState } from 'react';
import { call, isRefusal } from '../../lib/calls/api-client.ts';
import type { LogEvidence } from './check-proof.ts';
import { ZonedMoment } from './zoned-moment.tsx';

/**
 * Whether the academy's public log contains a certificate, verified on this device. The code for it is loaded only
 * here, so that the page is no heavier before a check. Undefined until that is known, and without a network.
 */
export function useLogEvidence(logProof: string | null | undefined): LogEvidence | undefined {
  const [evidence, setEvidence] = useState<LogEvidence>();
  useEffect(() => {
    if (!logProof) return;
    let isShown = true;
    evidenceOf(logProof).then((found) => {
      if (isShown) setEvidence(found);
    });
    return () => {
      isShown = false;
    };
  }, [logProof]);
  return evidence;
}

type LogPlaceProps = Extract<LogEvidence, { isProved: true }> & { source?: 'register' | 'file' };

/** The place of a certificate in the public log, by the proof of the register or of the file, and who cosigned that. */
export function LogPlace({ entry, size, at, witnesses, source = 'register' }: LogPlaceProps) {
  return (
    <p className="text-sm text-soft">
      {source === 'file' ? 'The file proves that it' : 'It'} has been in the academy’s public log since{' '}
      <ZonedMoment at={at} />, as entry {entry} of {size}. This device has checked the proof.
      {witnesses.length > 0 && ` The log is also signed by ${witnesses.join(', ')}.`}
    </p>
  );
}

async function evidenceOf(logProof: string): Promise<LogEvidence | undefined> {
  try {
    const [{ checkProof }, { data }] = await Promise.all([import('./check-proof.ts'), call(publicLog.keys)]);
    return await checkProof(logProof, data);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
