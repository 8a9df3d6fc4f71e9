// The directions of imports. Features call only those before them in this order; the platform knows none of them.
const order = [
  'academy',
  'accounts',
  'single-sign-on',
  'seafarers',
  'courses',
  'enrolments',
  'training',
  'certificates',
  'register',
  'own-certificates',
  'public-log',
  'assessments',
  'personal-data',
  'overview',
  'audit',
];

const laterThan = (index) => order.slice(index + 1).join('|');

const serverFeatures = order.slice(0, -1).map((feature, index) => ({
  name: `server-${feature}-calls-only-what-comes-before`,
  severity: 'error',
  from: { path: `^server/features/${feature}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^server/features/(${laterThan(index)})/` },
}));

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(\\+types/|\\?|^virtual:|build/server)' },
    },
    ...serverFeatures,
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(features|testing)/' },
    },
    {
      name: 'programs-do-not-need-tests',
      severity: 'error',
      from: { path: '^(server|web|demo)/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '(/testing/|\\.test\\.tsx?$)' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|tools|e2e)/' },
    },
    {
      name: 'web-does-not-reach-into-the-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-reaches-only-the-built-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/', pathNot: '^web/build/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/app/(ui|lib)/' },
      to: { path: '^web/app/(features|shell)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|node_modules)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    moduleSystems: ['es6'],
    // TypeScript 7 has no programming interface yet; swc reads the sources in its place.
    parser: 'swc',
  },
};
