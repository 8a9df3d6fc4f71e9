/** The values of the course form. */
export const courseFields = {
  title: 'Hydrogen Sulphide',
  description: 'What the gas does and how to work beside it.',
  duration: '2 days',
  price: '4500.50',
  category: 'Safety',
  regulations: 'STCW A-VI/1-1',
  subject: JSON.stringify(['Properties', 'Rescue']),
};
