/** Messages that visitors sent on the contact page in the last days. */
export const contactMessages: readonly { name: string; email: string; message: string; daysAgo: number }[] = [
  {
    name: 'Rosalind D’Mello',
    email: 'crewing@example.com',
    message:
      'We are a crewing office with eleven ratings who need Enclosed Space Entry before they join in the second week of January. Do you take a group at one price, and can the written test be sat on board?',
    daysAgo: 4,
  },
  {
    name: 'Arvind Salunkhe',
    email: 'arvind.salunkhe@example.org',
    message:
      'My discharge book is with the shipping office for renewal until the end of the month. May I request Food Handling now and send the new book later?',
    daysAgo: 1,
  },
];
