/**
 * A crew that the demo's registrar has imported from a table into a batch, on the day on which the demo is loaded, so
 * that it can still be undone. Some rows are new accounts, which nobody has used; one finds somebody who has an
 * account, one somebody who is enrolled already, and two are refused.
 */
export const demoCrew = {
  batch: 'free',
  invited: [
    [
      'Nazim Sheikh',
      'nazim.sheikh@example.org',
      '6000044101',
      '14/02/1991',
      'Second Officer',
      'V0210981',
      '11/06/2036',
    ],
    ['Joel Dsouza', 'joel.dsouza@example.org', '6000044102', '03/09/1988', 'Third Engineer', 'V0210982', '23/01/2035'],
    ['Rahul Tandel', 'rahul.tandel@example.org', '6000044103', '27/11/1995', 'Able Seaman', 'V0210983', '08/12/2037'],
    ['Sunil Tandel', 'sunil.tandel@example.org', '6000044104', '', 'Ordinary Seaman', '', ''],
  ],
  /** Has an account, and is enrolled by the import. */
  matched: ['Rahul Verma', 'rahul.verma@example.org', '6000000106', '11/02/1998', 'Rating', '', ''],
  others: [
    ['Bikash Chetri', 'bikash.chetri@example.com', '6000000145', '', '', '', ''],
    // the passport of Deepak Rawat
    ['Manoj Rawat', 'manoj.rawat@example.org', '6000044105', '', 'Bosun', 'Z0000142', ''],
    ['Peter Fernandes', 'peter.fernandes@example.org', '6000044106', '31/02/1990', 'Fitter', '', ''],
  ],
} as const;
