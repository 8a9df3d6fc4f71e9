import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';

/** A person's name, as a link to their page for those who may read it. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  if (!useMay('people:read')) return name;
  return (
    <Link to={paths.staff.person(id)} className="hover:text-link hover:underline">
      {name}
    </Link>
  );
}
