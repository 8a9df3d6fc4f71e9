import { mostSheets, register } from '@fairlead/contract/certificates/register';
import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Day } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge, StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { ValidUntil } from '../certificate-line.tsx';
import { certificateOf } from '../wire.ts';
import type { Route } from './+types/staff-register-page.ts';
import { printCertificates } from './staff-api.ts';
import { CertificateActions, CertificateDetail } from './staff-certificate-parts.tsx';
import type { RegisteredCertificate } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Certificates', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['issued', 'Valid'],
    ['expires-soon', 'To be renewed soon'],
    ['expired', 'Expired'],
    ['held', 'On hold'],
    ['revoked', 'Revoked'],
    ['superseded', 'Replaced'],
  ],
};
const lastDay: ListFilter = { days: 'Expires', names: ['expiresFrom', 'expiresTo'] };

const columns: Column<RegisteredCertificate>[] = [
  { title: 'Name', cell: ({ id, name }) => <span id={`certificate-${id}`}>{name}</span>, width: 'lg:w-32 xl:w-44' },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, hidden: true },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  {
    title: 'Number',
    cell: ({ status, number }) => (status === 'held' ? '–' : <span className="font-mono lg:text-xs">{number}</span>),
    width: 'lg:w-48',
    wide: true,
  },
  {
    title: 'Issued',
    cell: ({ status, issuedOn }) => (status === 'held' ? 'Not issued yet' : <Day date={issuedOn} />),
    width: 'lg:w-30',
    hidden: true,
  },
  {
    title: 'Expires',
    cell: (certificate) => (certificate.status === 'held' ? '–' : <ValidUntil {...certificate} titled />),
    width: 'lg:w-30',
    roomy: true,
  },
  { title: 'State', cell: (certificate) => <CertificateState certificate={certificate} />, width: 'lg:w-36' },
];

/** One badge: a certificate that expires soon is valid, and one whose release failed is on hold. */
function CertificateState({ certificate }: { certificate: RegisteredCertificate }) {
  const { status, held, expiresSoon, expiresOn } = certificate;
  if (held?.gaveUp) return <Badge tone="bad">Release failed</Badge>;
  if (status === 'issued' && expiresSoon)
    return <Badge tone="warn">{expiresOn ? 'Expires soon' : 'Refresher due'}</Badge>;
  return <StatusBadge status={status} short />;
}

/** The register: every certificate ever issued, with its status. */
export default function StaffRegisterPage() {
  const list = usePaginatedList(['register'], register.list, ({ data }) => data.map(certificateOf));
  const course = useCourseFilter('courseId');
  const mayDecide = useMay('certificates:decide');
  return (
    <>
      <PageHeader title="Certificates" dense>
        Holders get an email about every change, and anyone who checks a certificate sees it.
      </PageHeader>
      <DataTable
        list={list}
        label="Certificates"
        searchLabel="Search by name, email or certificate number"
        filters={[states, course, lastDay]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        to={({ accountId }) => staffPaths.person(accountId)}
        detail={(certificate) => <CertificateDetail certificate={certificate} />}
        menu={(certificate) =>
          (mayDecide || certificate.status !== 'held') && <CertificateActions certificate={certificate} />
        }
        choose={{ nameOf, actions: (chosen) => <Print chosen={chosen} /> }}
        failure="Failed to load the register."
        empty={<EmptyState title="No certificates yet.">The first one appears when somebody passes a test.</EmptyState>}
        noMatch={<EmptyState title="No certificates found.">Nothing matches your search.</EmptyState>}
      />
    </>
  );
}

const nameOf = ({ number, name }: RegisteredCertificate) => `${number}, ${name}`;

/** Saves the selected sheets as one file for printing. */
function Print({ chosen }: { chosen: RegisteredCertificate[] }) {
  const [busy, setBusy] = useState(false);
  const sheets = chosen.filter(({ pdf }) => pdf);

  async function print() {
    setBusy(true);
    try {
      await printCertificates(sheets.slice(0, mostSheets).map(({ id }) => id));
    } catch (error) {
      toast(messageOf(error, 'Failed to print the certificates.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  const counted = Math.min(sheets.length, mostSheets);
  return (
    <Button size="small" tone="plain" busy={busy} disabled={counted === 0} onClick={() => void print()}>
      {counted > 0 ? `Print as one PDF (${counted})` : 'Print as one PDF'}
    </Button>
  );
}
