import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';
import { enrolmentData, withoutCertificate } from '../enrolments/index.ts';

const tie = { column: 'enrolment_id', of: enrolmentData };

export const trainingData: readonly PersonalTable[] = [
  { table: 'watch_sitting', called: 'watching-by-sitting', tie, erasure: { deletes: 'all' } },
  { table: 'presence_check', called: 'presence-checks', tie, erasure: { deletes: 'all' } },
  { table: 'watching', called: 'watching', tie, erasure: { deletes: 'all' } },
  {
    table: 'attendance',
    called: 'attendance',
    tie,
    erasure: {
      deletes: withoutCertificate('attendance.enrolment_id'),
      keeps: 'what a certificate in the register is based on',
    },
  },
  {
    table: 'training_completion',
    called: 'training-completed',
    tie,
    erasure: {
      deletes: withoutCertificate('training_completion.enrolment_id'),
      keeps: 'what a certificate in the register is based on',
    },
  },
];

export const trainingStaffColumns: StaffColumns = {
  attendance: ['marked_by', 'replaced_by'],
  training_completion: ['marked_by'],
};
