import { data } from 'react-router';

/** Every address that no route takes: the public layout says so, with status 404. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFoundPage() {
  return null;
}
