import type { ShipAboard } from '@fairlead/contract/ships/aboard';
import { saveFile } from '../../lib/device/save-file.ts';
import { Moment } from '../../lib/site.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Card } from '../../ui/layout.tsx';
import { DownloadIcon } from '../../ui/more-icons.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';

type Origin = NonNullable<ShipAboard['origin']>;

/** The address of the ship's computer by https: a QR code to join, and how the ship's network gets to know its host. */
export function ShipOrigin({ origin }: { origin: Origin }) {
  const { url, qr, until, isOpen, trouble } = origin;
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-lg">Secure address</h2>
      {!isSecureContext && (
        <p>
          This page came over http: it cannot be installed on a phone, and others in the ship’s network could read what
          you send.
        </p>
      )}
      {trouble && <Alert tone="warn">{trouble}</Alert>}
      {!trouble && until === null && (
        <p>There is no certificate yet. The academy sends it with one of the next contacts.</p>
      )}
      {!trouble && until !== null && !isOpen && (
        <Alert tone="warn">
          The certificate ended on <Moment at={until} />, and browsers warn of the secure address. Go on by http until
          the academy sends another certificate.
        </Alert>
      )}
      {isOpen && (
        <>
          <p>Scan it with a phone in the ship’s network to open this page by https.</p>
          <QrPicture qr={qr} label={`QR code of ${url}`} />
        </>
      )}
      <p className="text-sm wrap-anywhere">
        {isOpen ? (
          <a href={`${url}/ship`} className="text-link underline">
            {url}
          </a>
        ) : (
          url
        )}
      </p>
      {isOpen && until !== null && (
        <p className="text-sm text-soft">
          Its certificate is valid until <Moment at={until} />.
        </p>
      )}
      <Fold summary="For the ship’s router">
        <ForRouter origin={origin} />
      </Fold>
    </Card>
  );
}

/** The line that leads the host to this computer, by a file's own form, for each number that the computer has. */
const forms = [
  { name: 'dnsmasq', file: 'ship.conf', lineOf: (host: string, at: string) => `address=/${host}/${at}` },
  { name: 'a hosts file', file: 'hosts', lineOf: (host: string, at: string) => `${at} ${host}` },
] as const;

function ForRouter({ origin: { host, addresses } }: { origin: Origin }) {
  if (addresses.length === 0) return <p>This computer is in no network.</p>;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>
        Phones must find this computer by its name. Enter one line in the DNS of the router, and keep the computer’s
        number the same.
        {addresses.length > 1 && ' The computer has several numbers: use the one in the network of the phones.'}
      </p>
      {forms.map(({ name, file, lineOf }) => {
        const lines = addresses.map((at) => lineOf(host, at));
        // with several, the person who installs it chooses: all but the first are comments
        const text = lines.map((line, at) => `${at > 0 ? '# ' : ''}${line}\n`).join('');
        return (
          <div key={file} className="flex flex-col items-start gap-2">
            <h3 className="font-semibold">For {name}</h3>
            <pre className="max-w-full whitespace-pre-wrap wrap-anywhere">{lines.join('\n')}</pre>
            <Button
              tone="plain"
              size="small"
              onClick={() => saveFile({ file: new Blob([text], { type: 'text/plain' }), name: file })}
            >
              <DownloadIcon /> Save for {name}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
