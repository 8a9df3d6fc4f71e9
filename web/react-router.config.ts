import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // the route table is small; loading it piece by piece would cost a round trip per link over a satellite connection
  routeDiscovery: { mode: 'initial' },
  // a loader in a separate file would be one more file to request, with nothing gained
  splitRouteModules: false,
} satisfies Config;
