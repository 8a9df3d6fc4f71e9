import { globSync, readFileSync } from 'node:fs';

// The directions of imports. Features call only those before them in this order; the platform knows none of them.
const features = [
  ...readFileSync(new URL('server/program/features.ts', import.meta.url), 'utf8').matchAll(/^ {2}(\w+)Feature,$/gm),
].map(([, name]) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
/** In the browser, where the player of a training writes the offline record, it comes before the training. */
const featuresOfPages = [
  ...features.slice(0, features.indexOf('training')),
  'offline-records',
  ...features.slice(features.indexOf('training')).filter((feature) => feature !== 'offline-records'),
];
/** The rooms of the platform, each using only those before it. */
const platform = [
  'names',
  'db',
  'changes',
  'request',
  'personal-data',
  'chain',
  'keys',
  'time-stamps',
  'transparency',
  'audit',
  'deletions',
  'jobs',
  'mail',
  'processes',
  'inspection',
  'archives',
  'files',
  'academy-id',
  'readable-zone',
  'backup',
  'http',
  'pages',
  'typesetting',
  'tables',
  'xml',
  'films',
  'file-routes',
];
/** The rooms of large features. What stands outside of them serves them all. */
const accounts = ['sign-in', 'own', 'staff', 'people'];
const certificates = ['badges', 'drawing', 'register', 'own', 'public-log'];
const assessments = ['question-files', 'analysis', 'authoring', 'attempts', 'practice', 'corrections'];

/** Tests, and what they share, reach everywhere. */
const ofTests = '\\.test\\.tsx?$|/testing/';

/**
 * One rule for each folder below `parent`: it imports nothing from those after it. A folder that is neither in the list
 * nor in `apart` (folders with rules of their own) would be free of rules, so there must be none.
 */
const oneWay = (parent, folders, apart = []) => {
  const known = new Set([...folders, ...apart, 'testing']);
  for (const file of globSync(`${parent}/*/**/*.{ts,tsx}`, { cwd: import.meta.dirname })) {
    const [folder] = file.slice(parent.length + 1).split('/');
    if (!known.has(folder)) throw new Error(`${parent}/${folder} has no place in the order of imports.config.mjs`);
  }
  return folders.slice(0, -1).map((folder, index) => ({
    name: `${parent.replaceAll('/', '-')}-${folder}-calls-only-what-comes-before`,
    severity: 'error',
    from: { path: `^${parent}/${folder}/`, pathNot: ofTests },
    to: { path: `^${parent}/(${folders.slice(index + 1).join('|')})/` },
  }));
};

/**
 * The rooms of a feature in their direction. Its other files serve them all, except those that put the feature
 * together: its routes, jobs and exports.
 */
const rooms = (
  parent,
  folders,
  { together = 'feature|index|routes|jobs|exports|personal-tables', apart = [] } = {},
) => [
  ...oneWay(parent, folders, apart),
  {
    name: `${parent.replaceAll('/', '-')}-serves-its-rooms`,
    severity: 'error',
    from: { path: `^${parent}/[^/]+$`, pathNot: `(\\.test|/(${together}))\\.ts$` },
    to: { path: `^${parent}/(${folders.join('|')})/` },
  },
];

/** Parts that only staff see: those that web/app/app.css leaves out of the styles that every page has. */
const staffParts =
  '^web/app/(.*/staff-[\\w-]+|ui/lists/(?!list-failure).+|ui/(column-chart|forms/row-list)|' +
  'features/.*/(film-preview|bar-chart|second-factor-gate|person-link))\\.tsx$';

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(\\+types/|\\?|^virtual:|build/server)' },
    },
    ...oneWay('contract', ['values', 'proofs', 'platform', ...features]),
    ...oneWay('server', ['settings', 'platform', 'features', 'program', 'programs'], ['checks']),
    ...oneWay('server/features', features),
    // nearly the same order in the browser: a screen is put together where all that it shows is known
    // the handbook needs no feature, and no feature needs it
    ...oneWay('web/app/features', [...featuresOfPages, 'handbook']),
    ...rooms('server/platform', platform, { together: 'platform|outage' }),
    ...rooms('server/features/accounts', accounts),
    ...rooms('server/features/certificates', certificates),
    ...rooms('server/features/assessments', assessments, { apart: ['kinds'] }),
    ...rooms('server/features/training', ['attendance', 'watching', 'films']),
    ...rooms('server/features/overview', ['home', 'find', 'person', 'figures', 'evidence', 'digest', 'first-steps']),
    {
      name: 'question-kinds-know-nothing-else-of-assessments',
      severity: 'error',
      from: { path: '^server/features/assessments/kinds/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/features/assessments/(?!kinds/)' },
    },
    {
      name: 'programs-do-not-need-tests',
      severity: 'error',
      from: { path: '^(server|web|demo)/', pathNot: ofTests },
      to: { path: ofTests },
    },
    {
      name: 'features-enter-others-by-their-index',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: ofTests },
      to: {
        path: '^server/features/[^/]+/',
        pathNot: ['^server/features/$1/', '^server/features/[^/]+/index\\.ts$', ofTests],
      },
    },
    {
      name: 'a-feature-knows-its-own-parts',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/' },
      to: { path: '^server/features/$1/(index|feature)\\.ts$' },
    },
    {
      name: 'commands-enter-features-by-their-index',
      severity: 'error',
      from: { path: '^server/programs/', pathNot: ofTests },
      to: { path: '^server/features/', pathNot: '/(index|feature)\\.ts$' },
    },
    {
      name: 'program-takes-features-whole',
      severity: 'error',
      from: { path: '^server/program/', pathNot: ofTests },
      to: { path: '^server/features/', pathNot: '/feature\\.ts$' },
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
      // A test, and what tests share, may let the pages check what the server has signed, and read what it has drawn.
      name: 'server-reaches-only-the-built-web',
      severity: 'error',
      from: { path: '^server/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^web/', pathNot: '^web/build/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/app/(ui|lib)/' },
      to: { path: '^web/app/(features|shell)/' },
    },
    {
      name: 'only-staff-see-what-the-inlined-styles-leave-out',
      severity: 'error',
      from: {
        path: '^web/app/',
        pathNot: [staffParts, '/staff-', 'use-course-filter\\.ts$', '/design/', '\\.test\\.tsx?$'],
      },
      to: { path: staffParts },
    },
    {
      name: 'shell-knows-no-feature',
      severity: 'error',
      from: { path: '^web/app/(shell|design)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/features/' },
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
