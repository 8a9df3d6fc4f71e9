import { Outlet } from 'react-router';
import { Width } from '../../ui/layout.tsx';

/** Around the page that opens what is aboard, which needs no session: it is rendered in the browser only. */
export default function OpenAboardLayout() {
  return (
    <Width className="py-10">
      <Outlet />
    </Width>
  );
}
