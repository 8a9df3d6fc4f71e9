import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // the route table is small; asking for it piece by piece would cost a round trip a link on a satellite line
  routeDiscovery: { mode: 'initial' },
  // a loader in a file of its own would be one more file to ask for, and nothing to wait less for
  splitRouteModules: false,
} satisfies Config;
