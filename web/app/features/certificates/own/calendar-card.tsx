import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { Moment } from '../../../lib/site.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { CopyField } from '../../../ui/forms/copy-field.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { calendarQuery, renewCalendar } from './api.ts';

/** The holder's calendar of expiry dates: its secret URL is created, shown once, and renewed here. */
export function CalendarCard() {
  const [url, setUrl] = useState<string>();
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-lg">Calendar</h2>
      <p className="text-soft">
        The calendar of your phone or computer can show when each certificate expires. Get a link and add it to your
        calendar.
      </p>
      {url && (
        <CopyField
          label="Calendar link"
          name="calendarAddress"
          value={url}
          hint="Shown only once. Keep it private: anyone who has it can see when your certificates expire."
        />
      )}
      <Renewal onMade={setUrl} />
    </Card>
  );
}

function Renewal({ onMade }: { onMade: (url: string) => void }) {
  const { data, isError, refetch } = useQuery(calendarQuery);
  if (!data) {
    return isError ? (
      <ListFailure sentence="Failed to load your calendar." retry={() => void refetch()} />
    ) : (
      <SkeletonRows count={1} height="h-12" />
    );
  }
  if (!data.createdAt) return <Make onMade={onMade} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-soft">
        Link created <Moment at={data.createdAt} />.
      </p>
      <ConfirmAction
        label="Get new link"
        size="small"
        title="Get a new calendar link"
        text={<p>The old link stops working at once. Add the new link to your calendar.</p>}
        confirm="Yes, Get New Link"
        act={async () => {
          onMade(await renewCalendar());
          return 'New calendar link created.';
        }}
        failure="The link could not be created."
      />
    </div>
  );
}

function Make({ onMade }: { onMade: (url: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function make() {
    setBusy(true);
    setFailure(undefined);
    try {
      onMade(await renewCalendar());
    } catch (error) {
      setFailure(messageOf(error, 'The link could not be created.'));
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      <div>
        <Button tone="plain" busy={busy} onClick={() => void make()}>
          Get calendar link
        </Button>
      </div>
    </>
  );
}
