import type { ShipAboard } from '@fairlead/contract/ships/aboard';
import { useState } from 'react';
import { messageOf } from '../../lib/calls/api-client.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { Moment } from '../../lib/site.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { SmallFileInput } from '../../ui/forms/file-input.tsx';
import { Card } from '../../ui/layout.tsx';
import { contactAcademy, loadPack, makePack, refetchShip } from './aboard-api.ts';

/** How the computer stands with the academy, and the ways by link and by stick. */
export function ShipState({ state, isLoggedIn }: { state: ShipAboard; isLoggedIn: boolean }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function attempt(act: () => Promise<string>) {
    setBusy(true);
    setRefusal(undefined);
    try {
      toast(await act());
    } catch (error) {
      setRefusal(messageOf(error, 'It could not be done.'));
    } finally {
      setBusy(false);
      await refetchShip();
    }
  }

  const says = refusal ?? state.trouble;
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-lg">Contact with the academy</h2>
      <Facts
        className="text-sm"
        facts={[
          ['Last contact', state.contactAt ? <Moment key="at" at={state.contactAt} /> : 'None yet'],
          ['Waits to be sent', state.unsentBytes === 0 ? 'Nothing' : formatSize(state.unsentBytes)],
          [
            'Logins possible until',
            state.validUntil ? <Moment key="until" at={state.validUntil} /> : 'The first contact',
          ],
        ]}
      />
      {says && <Alert tone="warn">{says}</Alert>}
      {isLoggedIn && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" tone="plain" busy={busy} onClick={() => void attempt(contactAcademy)}>
            Try Now
          </Button>
          <DownloadButton
            size="small"
            tone="plain"
            fetch={() => makePack(state.ship?.name ?? 'Ship')}
            failure="The pack could not be made."
          >
            Save a Pack
          </DownloadButton>
          <SmallFileInput
            label="Load a pack of the academy"
            error={undefined}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (file) void attempt(() => loadPack(file));
            }}
          >
            Load a Pack
          </SmallFileInput>
        </div>
      )}
      {isLoggedIn && (
        <p className="text-sm text-soft">
          Without internet, save a pack to a stick, have the academy’s staff upload it, and load their answer.
        </p>
      )}
    </Card>
  );
}
