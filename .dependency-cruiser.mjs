/** Who may import whom. ARCHITECTURE.md says it in words; each rule is proven by a planted violation in architecture.test.ts. */
const server = '^apps/server/src';
const web = '^apps/web/src';
const ui = '^packages/ui';
const test = '(\\.test\\.tsx?$|/testing/)';

/** The rooms of the house from the ground up: each knows only those before it. The others hear of it by events. */
export const MODULES = [
  'ledger',
  'invoices',
  'accounts',
  'network',
  'staff',
  'vehicles',
  'availability',
  'discovery',
  'payments',
  'wallet',
  'tokens',
  'operations',
  'files',
  'sessions',
  'faults',
  'local-lists',
  'storefront',
  'receipts',
  'reviews',
  'complaints',
  'notifications',
];

function rule(name, from, to, comment) {
  return { name, comment, severity: 'error', from, to };
}

export default {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'A cycle is two things that are really one.'),
    rule(
      'kernel-alone',
      { path: `${server}/kernel`, pathNot: test },
      { path: '^(apps|tools|packages)/', pathNot: `${server}/kernel|node_modules/` },
      'What every module uses knows no module.',
    ),
    rule(
      'ground-below-modules',
      {
        path: `${server}/(db|backup|events|http|realtime|cluster|jobs|telemetry)/`,
        pathNot: [`${server}/cluster/simulation/`, `${server}/backup/.*${test}`],
      },
      { path: `${server}/(modules|adapters|seed|app|main|cli)` },
      'Database, HTTP, sockets, queues, metrics and the lease know no module.',
    ),
    rule(
      'modules-know-no-adapter',
      { path: `${server}/modules`, pathNot: test },
      { path: `${server}/(adapters|seed|app|main|cli)` },
      'A module offers ports; adapters fill them.',
    ),
    rule(
      'modules-meet-at-their-face',
      { path: `${server}/modules/([^/]+)/`, pathNot: test },
      {
        path: `${server}/modules/([^/]+)/`,
        pathNot: [`${server}/modules/$1/`, '/index\\.ts$', '\\.(tables|refusals)\\.ts$'],
      },
      'Neighbouring modules meet only at index.ts; tables may refer to tables, and a refusal is thrown by its own code.',
    ),
    rule(
      'payments-know-purposes',
      { path: `${server}/modules/payments/`, pathNot: test },
      { path: `${server}/modules/(wallet|storefront|sessions|invoices)/` },
      'Wallet and shop define what their payments are for; a webhook leads to them by its purpose.',
    ),
    ...MODULES.slice(0, -1).map((name, at) =>
      rule(
        `${name}-knows-nothing-above`,
        { path: `${server}/modules/${name}/`, pathNot: test },
        { path: `${server}/modules/(${MODULES.slice(at + 1).join('|')})/`, pathNot: '\\.tables\\.ts$' },
        'No arrow runs up; a table may refer to any other.',
      ),
    ),
    rule(
      'adapters-below-app',
      { path: `${server}/adapters`, pathNot: test },
      { path: `${server}/(seed|app|main|cli)` },
      'Only create-modules.ts and app.ts know every adapter, and no adapter knows it.',
    ),
    rule(
      'drizzle-in-stores',
      { path: `${server}/(?!db/|testing/)`, pathNot: ['\\.(store|tables)\\.ts$', test] },
      { path: 'node_modules/drizzle-orm' },
      'SQL lives in stores and tables.',
    ),
    rule(
      'fastify-in-routes',
      { path: `${server}/(?!http/)`, pathNot: ['\\.routes\\.ts$', `${server}/app\\.ts$`, test] },
      { path: 'node_modules/(fastify|@fastify)/' },
      'HTTP lives in routes.',
    ),
    rule(
      'contract-alone',
      { path: '^packages/contract' },
      { path: '^(apps|tools|packages)/', pathNot: '^packages/contract' },
      'The contract knows neither side.',
    ),
    rule(
      'ocpp-for-chargers',
      {
        path: '^(apps|packages|e2e)/',
        pathNot: [`${server}/adapters/ocpp`, `${server}/modules/sessions`, '^packages/ocpp', test],
      },
      { path: '^packages/ocpp' },
      'OCPP is spoken by the central system and the simulator; charging knows only what a meter reading is.',
    ),
    rule(
      'web-knows-no-server',
      { path: ['^apps/web', '^apps/shop'] },
      { path: '^(apps/server|packages/ocpp|tools)' },
      'What runs in a browser and the server share the contract, nothing else.',
    ),
    rule(
      'apps-apart',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
      'Apps meet in packages; of the shop the server gets one built function.',
    ),
    rule(
      'ui-alone',
      { path: ui, pathNot: test },
      { path: '^(apps|tools|packages)/', pathNot: ui },
      'The kit knows nothing of the project, the contract included: text and figures come in as properties.',
    ),
    rule(
      'below-every-view',
      { path: [`${web}/(api|device|messages)`, `${ui}/src/(format|messages|changes|cookie)`], pathNot: test },
      { path: [`${web}/(parts|screens|shell|routes)`, `${ui}/.*\\.(tsx|css)$`] },
      'Data, device, messages and formats know no view.',
    ),
    rule(
      'parts-below-screens',
      { path: `${web}/parts` },
      { path: `${web}/(screens|routes)` },
      'A part is used by screens, not the other way.',
    ),
    rule(
      'screens-apart',
      { path: `${web}/screens/([^/]+)/` },
      { path: `${web}/screens/([^/]+)/`, pathNot: `${web}/screens/$1/` },
      'Screens never import screens.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist[^/]*|drizzle|public)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
