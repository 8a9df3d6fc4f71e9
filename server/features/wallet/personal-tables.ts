import { goesWithAccount, type StaffColumns } from '../../platform/personal-data/personal-table.ts';

export const walletData = [goesWithAccount('wallet_document', 'documents-of-the-wallet')];

export const walletStaffColumns: StaffColumns = {
  document_kind: ['created_by'],
  wallet_document: ['decided_by'],
};
