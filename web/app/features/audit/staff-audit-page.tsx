import { audit } from '@fairlead/contract/audit/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { byNobody, whatHappened } from '../overview/person/history-words.ts';
import type { Route } from './+types/staff-audit-page.ts';
import { auditActionsQuery, verifyLogs } from './staff-api.ts';
import { type AuditEntry, auditEntryOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Audit', page);

export const clientLoader = async () => {
  await preload(auditActionsQuery);
};

const columns: Column<AuditEntry>[] = [
  {
    title: 'When',
    cell: ({ at }) => (
      <span className="xl:whitespace-nowrap">
        <Moment at={at} />
      </span>
    ),
  },
  {
    title: 'What',
    wide: true,
    cell: (entry) => (
      <>
        <span className="block font-semibold">{whatHappened(entry)}</span>
        <Details details={entry.details} />
      </>
    ),
  },
  {
    title: 'By',
    cell: ({ by, action }) =>
      by ? (
        <div className="xl:min-w-50">
          <Person id={by.id} name={by.name} detail={<EmailText email={by.email} />} />
        </div>
      ) : (
        <span className="inline-block first-letter:uppercase">{byNobody(action)}</span>
      ),
  },
  { title: 'About', cell: ({ subject }) => <Subject subject={subject} /> },
  {
    title: 'From',
    cell: ({ address, device }) => (
      <>
        {device && <span className="block xl:whitespace-nowrap">{device}</span>}
        <span className="block text-sm text-soft wrap-anywhere">{address ?? (device ? '' : '—')}</span>
      </>
    ),
  },
];

function Person({ id, name, detail }: { id: string; name: string; detail?: ReactNode }) {
  return (
    <>
      <Link to={staffPaths.person(id)} className="font-semibold text-link hover:underline">
        {name}
      </Link>
      {detail && <span className="block text-sm text-soft wrap-anywhere">{detail}</span>}
    </>
  );
}

function Subject({ subject: { kind, name, personId } }: { subject: AuditEntry['subject'] }) {
  if (personId && name) return <Person id={personId} name={name} detail={kind === 'account' ? '' : kind} />;
  return <span className="wrap-anywhere">{name ? `${name} (${kind})` : kind}</span>;
}

/** The details of an audit entry, one per line. */
function Details({ details }: { details: AuditEntry['details'] }) {
  const lines = Object.entries(details);
  if (lines.length === 0) return null;
  return (
    <ul className="text-sm text-soft">
      {lines.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {inWords(name)}: {said(value)}
        </li>
      ))}
    </ul>
  );
}

/** Converts 'missingGlyphs' to 'missing glyphs'; any text that is no identifier is returned unchanged. */
const inWords = (name: string): string =>
  /^[a-z][A-Za-z]*$/.test(name) ? name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`) : name;

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.map(inWords).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The audit log: who did what to whom, when, and from where; for those who supervise staff. */
export default function StaffAuditPage() {
  const list = usePaginatedList(['audit'], audit.list, ({ data }) => data.map(auditEntryOf));
  const { data: actions } = useSuspenseQuery(auditActionsQuery);
  const action: ListFilter = {
    name: 'action',
    label: 'Action',
    any: 'All',
    options: actions.map((one) => [one, whatHappened({ action: one })] as const),
  };
  return (
    <>
      <PageHeader title="Audit">
        All actions of staff and seafarers. Each entry is linked to the one before it, so that a change is detected.
      </PageHeader>
      <Verification />
      <DataTable
        list={list}
        label="Audit"
        searchLabel="Search by a person's name or email"
        filters={[action, { days: 'Done' }]}
        itemKey={({ id }) => id}
        columns={columns}
        failure="Failed to load the audit."
        empty={<EmptyState title="Nothing yet.">Actions will appear here.</EmptyState>}
        noMatch={<EmptyState title="Nothing found.">Nothing matches your search.</EmptyState>}
      />
    </>
  );
}

const agreed = 'Every certificate in the register agrees with the log.';

/** Verifies both logs and the register on request, and shows the result. */
function Verification() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; lines: string[] }>();

  async function verify() {
    setBusy(true);
    setOutcome(undefined);
    try {
      const logs = await verifyLogs();
      const flaws = logs.flatMap((one) => one.flaws);
      setOutcome(
        flaws.length > 0
          ? { tone: 'bad', lines: flaws }
          : {
              tone: 'good',
              lines: [...logs.map(({ log, size }) => `All ${size} entries of ${log} are unchanged.`), agreed],
            },
      );
    } catch (error) {
      setOutcome({ tone: 'bad', lines: [messageOf(error, 'The logs could not be checked.')] });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mb-6 flex flex-col items-start gap-3">
      <Button size="small" tone="plain" busy={busy} onClick={() => void verify()}>
        Check the logs
      </Button>
      {outcome && (
        <Alert tone={outcome.tone}>
          {outcome.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Audit" failure="Failed to load the audit." error={error} />;
}
