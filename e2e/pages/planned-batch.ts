import { addDays, dayAt } from '../../server/platform/calendar.ts';

/** The day so many days from today, where the academy is. */
export const dayIn = (days: number) => addDays(dayAt(new Date(), 'Asia/Kolkata'), days);

/** A batch of a course for two days of next week, as staff enter it, open to four seafarers. */
export const plannedBatch = (courseId: string, part: object = {}) => ({
  courseId,
  code: 'FD 7',
  venue: 'Drill yard',
  seats: 4,
  startsAt: '09:00',
  endsAt: '17:00',
  firstDay: dayIn(5),
  lastDay: dayIn(6),
  restDays: [],
  instructorId: null,
  isOpen: true,
  ...part,
});
