/** `answer` is what the registrar answered on the next day. */
type ContactMessage = { name: string; email: string; message: string; daysAgo: number; answer?: string };

/** Messages that visitors sent on the contact page in the last days. */
export const contactMessages: readonly ContactMessage[] = [
  {
    name: 'Rosalind D’Mello',
    email: 'crewing@example.com',
    message:
      'We are a crewing office with eleven ratings who need Enclosed Space Entry before they join in the second week of January. Do you take a group at one price, and can the written test be sat on board?',
    daysAgo: 4,
  },
  {
    name: 'Capt. Leela Varghese',
    email: 'leela.varghese@example.com',
    message:
      'Does your certificate of Proficiency in Survival Craft show the INDoS number? The flag state of my next ship asks for it.',
    daysAgo: 6,
    answer:
      'Yes. It shows your INDoS number and passport number, as they are in your profile. Anybody can check the certificate by its code on our website.',
  },
  {
    name: 'Arvind Salunkhe',
    email: 'arvind.salunkhe@example.org',
    message:
      'My discharge book is with the shipping office for renewal until the end of the month. May I request Food Handling now and send the new book later?',
    daysAgo: 1,
  },
];
