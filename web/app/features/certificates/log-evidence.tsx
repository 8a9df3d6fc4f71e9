import { publicLog } from '@fairlead/contract/public-log';
import { useEffect, useState } from 'react';
import { call, isRefusal } from '../../lib/calls/api-client.ts';
import { Moment } from '../../lib/site.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import type { LogEvidence as Evidence } from './check-proof.ts';

/**
 * Whether the academy's public log contains a certificate, verified on this device. The code for it is loaded only here,
 * so that the page is no heavier before a check. Without a network it says nothing.
 */
export function LogEvidence({ logProof }: { logProof: string }) {
  const [evidence, setEvidence] = useState<Evidence>();
  useEffect(() => {
    let isShown = true;
    evidenceOf(logProof).then((found) => {
      if (isShown) setEvidence(found);
    });
    return () => {
      isShown = false;
    };
  }, [logProof]);
  if (!evidence) return null;
  if (!evidence.isProved) {
    return (
      <Alert tone="bad">
        <p className="text-lg font-bold">The public log does not contain this certificate</p>
        <p>
          The proof that came with the answer is wrong. Do not accept the certificate before the academy explains it.
        </p>
      </Alert>
    );
  }
  const { entry, size, at, witnesses } = evidence;
  return (
    <p className="text-sm text-soft">
      Entry {entry} of {size} in the academy’s public log, since <Moment at={at} />: verified on this device.
      {witnesses.length > 0 && ` Also signed by ${witnesses.join(', ')}.`}
    </p>
  );
}

async function evidenceOf(logProof: string): Promise<Evidence | undefined> {
  try {
    const [{ checkProof }, { data }] = await Promise.all([import('./check-proof.ts'), call(publicLog.keys)]);
    return await checkProof(logProof, data);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
