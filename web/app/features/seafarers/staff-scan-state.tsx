import type { Profile } from './wire.ts';

const words: Record<Profile['scan'], { text: string; look: string }> = {
  clean: { text: 'Scanned: no malware found.', look: 'text-soft' },
  'not-scanned': { text: 'Not scanned for malware.', look: 'text-warn' },
  infected: { text: 'Malware was found in a document. Nobody can open it.', look: 'font-semibold text-bad' },
};

/** The virus scanner's result for a profile's documents, shown before anybody opens one. */
export function ScanState({ profile: { scan } }: { profile: Pick<Profile, 'scan'> }) {
  const { text, look } = words[scan];
  return <p className={`text-sm ${look}`}>{text}</p>;
}
