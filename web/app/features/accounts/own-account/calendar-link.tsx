import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { Moment } from '../../../lib/site.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { CopyField } from '../../../ui/forms/copy-field.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';

type State = { createdAt: string | null };

/** A calendar of one's own, which calendar programs read by a secret URL. */
export type Calendar = {
  /** The time at which its URL was created; null when there is none. */
  query: UseQueryOptions<State, Error, State, string[]>;
  /** Creates a new URL, and ends the one before; returns the URL, which the server reveals only this once. */
  renew: () => Promise<string>;
  /** Ends the URL; returns the server's message. */
  end: () => Promise<string>;
};

type LinkProps = {
  calendar: Calendar;
  /** What anyone with the URL can see, after 'anyone who has it can see'. */
  seen: string;
};

/** The secret URL of a calendar: created, shown once, renewed and ended. */
export function CalendarLink({ calendar, seen }: LinkProps) {
  const [url, setUrl] = useState<string>();
  const read = () => void queryClient.invalidateQueries({ queryKey: calendar.query.queryKey });
  const renew = async () => {
    setUrl(await calendar.renew());
    read();
  };
  const end = async () => {
    const said = await calendar.end();
    setUrl(undefined);
    read();
    return said;
  };
  return (
    <>
      {url && (
        <CopyField
          label="Calendar link"
          name="calendarAddress"
          value={url}
          hint={`Shown only once. Keep it private: anyone who has it can see ${seen}. It stops working when your password changes.`}
        />
      )}
      <Renewal query={calendar.query} renew={renew} end={end} />
    </>
  );
}

type RenewalProps = { query: Calendar['query']; renew: () => Promise<void>; end: () => Promise<string> };

function Renewal({ query, renew, end }: RenewalProps) {
  const { data, isError, refetch } = useQuery(query);
  if (!data) {
    return isError ? (
      <ListFailure sentence="Failed to load your calendar." retry={() => void refetch()} />
    ) : (
      <SkeletonRows count={1} height="h-12" />
    );
  }
  if (!data.createdAt) return <Make renew={renew} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-soft">
        Link created <Moment at={data.createdAt} />.
      </p>
      <div className="flex flex-wrap gap-3">
        <ConfirmAction
          label="Get new link"
          size="small"
          title="Get a new calendar link"
          text={<p>The old link stops working at once. Add the new link to your calendar.</p>}
          confirm="Yes, Get New Link"
          act={async () => {
            await renew();
            return 'New calendar link created.';
          }}
          failure="The link could not be created."
        />
        <ConfirmAction
          label="End link"
          size="small"
          title="End the calendar link"
          text={<p>Your calendar is not updated any more. You can get a new link at any time.</p>}
          confirm="Yes, End Link"
          act={end}
          failure="The link could not be ended."
        />
      </div>
    </div>
  );
}

function Make({ renew }: Pick<RenewalProps, 'renew'>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function make() {
    setBusy(true);
    setFailure(undefined);
    try {
      await renew();
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
