import type { StaffRoute } from './staff-route.ts';

/** The pages about fees. */
export const feeRoutes: readonly StaffRoute[] = [
  {
    path: 'fees',
    permission: 'fees:read',
    file: 'features/fees/staff-fees-page.tsx',
    menu: ['Money', 'Fees', 'fee'],
    tab: 'To pay',
    onlyWith: 'paymentProofs',
    words: 'due dues balance record payment waive',
  },
  {
    path: 'fees/:id',
    permission: 'fees:read',
    file: 'features/fees/staff-fee-page.tsx',
    of: 'fees',
  },
  {
    path: 'owed',
    permission: 'fees:read',
    file: 'features/fees/staff-owed-page.tsx',
    menu: ['Money', 'Ageing', 'takings'],
    onlyWith: 'paymentProofs',
    words: 'overdue receivables outstanding payers companies days',
  },
  {
    path: 'payment-proofs',
    permission: 'fees:read',
    file: 'features/fees/staff-proofs-page.tsx',
    menu: ['Money', 'Payment Proofs', 'proof'],
    tab: 'Proofs',
    queue: 'paymentProofs',
    onlyWith: 'paymentProofs',
    words: 'confirm transfer upi bank screenshot',
  },
  {
    path: 'payments',
    permission: 'fees:read',
    file: 'features/fees/staff-payments-page.tsx',
    menu: ['Money', 'Payments', 'payment'],
    onlyWith: 'paymentProofs',
    words: 'money received refunds cash upi bank cheque ledger',
  },
  {
    path: 'invoices',
    permission: 'fees:read',
    file: 'features/fees/staff-invoices-page.tsx',
    menu: ['Money', 'Invoices', 'invoice'],
    onlyWith: 'paymentProofs',
    words: 'receipts credit notes gst tax accountant sales',
  },
  {
    path: 'takings',
    permission: 'fees:read',
    file: 'features/fees/staff-takings-page.tsx',
    menu: ['Money', 'Day’s Takings', 'takings'],
    tab: 'Day',
    onlyWith: 'paymentProofs',
    words: 'cash desk today daily closing',
  },
];
