import type { PersonalTable, Traces } from '../../../platform/personal-data/personal-table.ts';
import { certificateData } from '../personal-tables.ts';

const share: PersonalTable = {
  table: 'certificate_share',
  called: 'links-given-away',
  tie: { column: 'certificate_id', of: certificateData },
  withheld: ['token_hash'],
  erasure: { deletes: 'all' },
};

export const ownCertificateData: readonly PersonalTable[] = [
  {
    table: 'share_opening',
    called: 'openings-of-links',
    tie: { column: 'share_id', of: share },
    erasure: { deletes: 'all' },
  },
  share,
  {
    table: 'expiry_notice',
    called: 'notices-of-expiry',
    tie: { column: 'certificate_id', of: certificateData },
    erasure: { deletes: 'all' },
  },
];

/** Only that and when a link was opened is kept with the link. */
export const openingTraces: Traces = { table: 'share_opening', at: 'at', columns: ['network', 'device'] };
