import { existsSync } from 'node:fs';

/** The parts of a cluster on one machine: each program, and Debian's package that has it. */
const programs: readonly (readonly [path: string, debian: string])[] = [
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/bin/ceph-mon', 'ceph-mon'],
  ['/usr/bin/ceph-osd', 'ceph-osd'],
  ['/usr/bin/radosgw', 'radosgw'],
  ['/usr/bin/ceph', 'ceph-common'],
];

/** A sentence that names what is missing for a cluster, and how it is installed; undefined when nothing is. */
export function missingForCluster(): string | undefined {
  const missing = programs.flatMap(([path, debian]) => (existsSync(path) ? [] : [debian]));
  if (missing.length === 0) return undefined;
  return `A cluster needs packages of Debian that are not installed. As root: apt-get install ${missing.join(' ')}`;
}
