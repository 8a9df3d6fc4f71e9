/** A crew that the demo's registrar has imported from a table: invited, with a seat each, and not logged in yet. */
export const demoCrew = {
  importedDaysAgo: 2,
  batch: 'free',
  people: [
    [
      'Nazim Sheikh',
      'nazim.sheikh@example.org',
      '5550044101',
      '14/02/1991',
      'Second Officer',
      'V0210981',
      '11/06/2030',
    ],
    ['Joel Dsouza', 'joel.dsouza@example.org', '5550044102', '03/09/1988', 'Third Engineer', 'V0210982', '23/01/2029'],
    ['Rahul Tandel', 'rahul.tandel@example.org', '5550044103', '27/11/1995', 'Able Seaman', 'V0210983', '08/12/2031'],
    ['Sunil Tandel', 'sunil.tandel@example.org', '5550044104', '', 'Ordinary Seaman', '', ''],
  ],
} as const;
