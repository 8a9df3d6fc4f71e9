import { uploadsPath } from '../server/platform/files/resumable-uploads.ts';

/** The upload of one file in pieces by the tus protocol, as the pages upload films. */
export type Sending = {
  /** Its id, by which a film is made once it is complete. */
  id: string;
  /** The number of bytes that the program reports as received. */
  offset: () => Promise<number>;
  /** Sends one piece; returns the number of bytes that the program then has. */
  send: (offset: number, piece: Uint8Array) => Promise<number>;
};

type Sender = { url: string; token: string };

async function tus({ url, token }: Sender, method: string, headers: Record<string, string>, body?: Uint8Array) {
  const answer = await fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
    body: body ? new Uint8Array(body) : null,
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.headers;
}

/** Announces a file of this size in bytes. */
export async function announce(sender: Sender, name: string, sizeBytes: number): Promise<string> {
  const headers = {
    'upload-length': String(sizeBytes),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  };
  const answer = await tus({ ...sender, url: sender.url + uploadsPath }, 'POST', headers);
  return answer.get('location')?.split('/').at(-1) ?? '';
}

/** An upload that was announced, now or before the program was killed. */
export function sendingOf({ url, token }: Sender, id: string): Sending {
  const at = { url: `${url}${uploadsPath}/${id}`, token };
  const pieceType = { 'content-type': 'application/offset+octet-stream' };
  return {
    id,
    offset: async () => Number((await tus(at, 'HEAD', {})).get('upload-offset')),
    send: async (offset, piece) =>
      Number((await tus(at, 'PATCH', { ...pieceType, 'upload-offset': String(offset) }, piece)).get('upload-offset')),
  };
}
