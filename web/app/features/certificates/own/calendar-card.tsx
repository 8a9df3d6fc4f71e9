import { Card } from '../../../ui/layout.tsx';
import { CalendarLink } from '../../accounts/own-account/calendar-link.tsx';
import { ownCalendar } from './api.ts';

/** The holder's calendar of expiry dates, of certificates and of the other documents. */
export const CalendarCard = () => (
  <Card className="flex flex-col gap-4 p-6">
    <h2 className="text-lg">Calendar</h2>
    <p className="text-soft">
      The calendar of your phone or computer can show when your certificates and documents expire. Get a link and add it
      to your calendar.
    </p>
    <CalendarLink calendar={ownCalendar} seen="when your certificates and documents expire" />
  </Card>
);
