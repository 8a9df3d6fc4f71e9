import { Alert } from '../../ui/feedback/alert.tsx';
import type { Profile } from './wire.ts';

/** Says that malware was found in a document. Whether there is a scanner at all is said in the academy's settings. */
export const ScanState = ({ profile: { scan } }: { profile: Pick<Profile, 'scan'> }) =>
  scan === 'infected' && <Alert>Malware was found in a document. Nobody can open it.</Alert>;
