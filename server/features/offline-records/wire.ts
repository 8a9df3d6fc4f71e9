import type { ContradictionKind, OfflinePass, StaffPass, SyncState } from '@fairlead/contract/offline-records/calls';
import { fullName } from '../accounts/index.ts';
import type { listOlderVersions } from '../training/index.ts';
import type { issuePass } from './issue-pass.ts';
import type { listContradictions, PassRow } from './queries.ts';
import type { syncRecord } from './sync-record.ts';

export const toOfflinePass = (pass: Awaited<ReturnType<typeof issuePass>>): OfflinePass => ({
  _id: pass.id,
  statement: pass.statement,
  films: pass.films.map(({ id, seconds }) => ({ _id: id, seconds })),
  issuedAt: pass.issuedAt.toISOString(),
  head: pass.head,
  courseKey: pass.courseKey.toString('base64url'),
});

export const toSyncState = (state: Awaited<ReturnType<typeof syncRecord>>): SyncState => ({
  head: state.head,
  mustRenew: state.mustRenew,
  withdrawnAt: instant(state.withdrawnAt),
  creditedSeconds: state.creditedSeconds,
  refused: state.refused,
});

type ContradictionRow = Awaited<ReturnType<typeof listContradictions>>[number];

type OlderVersion = Awaited<ReturnType<typeof listOlderVersions>>[number];
type Noted = { contradictions: readonly ContradictionRow[]; olderVersions: readonly OlderVersion[] };

export const toStaffPass = (row: PassRow, { contradictions, olderVersions }: Noted): StaffPass => ({
  _id: row.id,
  userId: row.accountId,
  userName: fullName(row),
  courseId: row.courseId,
  courseTitle: row.courseTitle,
  enrolmentId: row.enrolmentId,
  device: row.deviceWords,
  films: row.films.length,
  issuedAt: row.issuedAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  syncedAt: instant(row.syncedAt),
  creditedSeconds: row.creditedSeconds,
  withdrawnAt: instant(row.withdrawnAt),
  toldAt: instant(row.toldAt),
  replaced: {
    films: olderVersions.length,
    counts: olderVersions.some(({ counts }) => counts !== 'not'),
    shorter: olderVersions.filter(({ counts }) => counts === 'shorter').length,
  },
  contradictions: contradictions.map(({ kind, times, firstAt, lastAt }) => ({
    kind: kind as ContradictionKind,
    times,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  })),
});

const instant = (at: Date | null) => at?.toISOString() ?? null;
