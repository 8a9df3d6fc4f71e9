import { mostSheets, register } from '@fairlead/contract/register';
import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import type { ListFilter } from '../../../ui/lists/list-filters.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { certificateOf } from '../wire.ts';
import type { Route } from './+types/staff-register-page.ts';
import { printCertificates } from './staff-api.ts';
import { CertificateCard } from './staff-certificate-card.tsx';
import type { RegisteredCertificate } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Certificates', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['issued', 'Valid'],
    ['expires-soon', 'Expires soon'],
    ['expired', 'Expired'],
    ['held', 'On hold'],
    ['revoked', 'Revoked'],
    ['superseded', 'Replaced'],
  ],
};
const lastDay: ListFilter = { days: 'Expires', names: ['expiresFrom', 'expiresTo'] };

/** The register: every certificate ever issued, with its status. */
export default function StaffRegisterPage() {
  const list = usePaginatedList(['register'], register.list, ({ data }) => data.map(certificateOf));
  const course = useCourseFilter('courseId');
  return (
    <>
      <PageHeader title="Certificates">
        All certificates of the academy. Holders get an email about every change, and anyone who checks a certificate
        sees the change.
      </PageHeader>
      <DataList
        list={list}
        label="Certificates"
        searchLabel="Search by name, email or certificate number"
        filters={[states, course, lastDay]}
        itemKey={({ id }) => id}
        choose={{ nameOf, actions: (chosen) => <Print chosen={chosen} /> }}
        failure="Failed to load the register."
        empty={<EmptyState title="No certificates yet.">The first one appears when somebody passes a test.</EmptyState>}
        noMatch={<EmptyState title="No certificates found.">Nothing matches your search.</EmptyState>}
      >
        {(certificate) => <CertificateCard certificate={certificate} />}
      </DataList>
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
