import type { ReactNode } from 'react';
import { Day } from '../../lib/site.tsx';
import type { Certificate } from './wire.ts';

type Private =
  | ('passportNumber' | 'birthDate' | 'email' | 'ownScriptName')
  | ('heldTo' | 'approvedBy' | 'approvalNumber' | 'boundTo');
/** A certificate's data, with or without the fields that its code does not contain. */
export type ShownFacts = Omit<Certificate, Private | 'status' | 'revokedOn' | 'replacedBy'> &
  Partial<Pick<Certificate, Private | 'status'>>;

/** A birth date, or the year alone of one that is masked. */
const BirthDate = ({ date }: { date: string }) => (date.includes('•') ? date.slice(0, 4) : <Day date={date} />);

/** A certificate's data, row by row, as a table that works on a phone too. */
export function CertificateFacts({ certificate }: { certificate: ShownFacts }) {
  /** One that is held gets its number and its dates when it is issued. */
  const isIssued = certificate.status !== 'held';
  const rows: [string, ReactNode][] = [
    [
      'Certificate no.',
      isIssued ? (
        <span key="number" className="font-mono">
          {certificate.number}
        </span>
      ) : undefined,
    ],
    ['Name', certificate.name],
    ['Name in own script', certificate.ownScriptName ? <bdi key="own">{certificate.ownScriptName}</bdi> : undefined],
    ['Course', certificate.courseTitle],
    ['Held to', certificate.heldTo || undefined],
    ['Approved by', certificate.approvedBy || undefined],
    ['Approval number', certificate.approvalNumber || undefined],
    ['Date of issue', isIssued ? <Day key="issued" date={certificate.issuedOn} /> : undefined],
    certificate.boundTo
      ? ['Valid together with', certificate.boundTo]
      : [
          'Date of expiry',
          !isIssued ? undefined : certificate.expiresOn ? <Day key="expires" date={certificate.expiresOn} /> : 'N/A',
        ],
    ['CDC number', certificate.cdcNumber],
    ['INDoS number', certificate.indosNumber],
    ['Grade number', certificate.gradeNumber],
    ['Passport number', certificate.passportNumber],
    ['Date of birth', certificate.birthDate && <BirthDate key="born" date={certificate.birthDate} />],
    ['Email', certificate.email],
  ];
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{isIssued ? `Certificate ${certificate.number}` : certificate.courseTitle}</caption>
      <tbody className="divide-y divide-line">
        {rows
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => (
            <tr key={label} className="max-sm:flex max-sm:flex-col max-sm:py-2">
              <th
                scope="row"
                className="py-2.5 pr-6 align-top font-normal text-soft max-sm:py-0 max-sm:text-sm sm:w-48"
              >
                {label}
              </th>
              <td className="py-2.5 font-semibold break-words max-sm:py-0">{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
