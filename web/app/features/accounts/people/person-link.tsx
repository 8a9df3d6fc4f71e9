import { Link } from 'react-router';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';

/** A person's name, as a link to their page for those who may read it. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  if (!useMay('people:read')) return name;
  return (
    <Link to={staffPaths.person(id)} className="hover:text-link hover:underline">
      {name}
    </Link>
  );
}
