import { base64url } from '@fairlead/contract/offline-records/offline-record-format';

/** The text of a pack that was chosen as a file. */
export const packText = async (file: File): Promise<string> =>
  base64url.encode(new Uint8Array(await file.arrayBuffer()));

/** A pack as a file. */
export const packBytes = (pack: string): Blob =>
  new Blob([new Uint8Array(base64url.decode(pack))], { type: 'application/octet-stream' });

/** The name of a pack as a file. @param way 'to the ship' or 'to the academy'. */
export const packName = (ship: string, way: string): string => `${ship} ${way}.fairlead-pack`.replaceAll('/', '-');
