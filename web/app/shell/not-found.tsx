import { data } from 'react-router';

/** Every URL without a route: the public layout shows "not found", with status 404. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFoundPage() {
  return null;
}
