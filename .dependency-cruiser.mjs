/**
 * Which folder may import which, as in ARCHITECTURE.md. checks/architecture.test.ts plants a violation of each rule.
 */
const server = '^apps/server/src';
const web = '^apps/web/src';
const ui = '^packages/ui';
const test = '(\\.test\\.tsx?$|/testing/)';

/**
 * The modules of the server, the lowest first. Each imports only modules before it, and reaches the others by events.
 */
export const MODULES = [
  'accounts',
  'ledger',
  'invoices',
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
    rule('no-cycles', {}, { circular: true }, 'Files that import each other cannot be understood or tested apart.'),
    rule(
      'kernel-imports-nothing-of-ours',
      { path: `${server}/kernel`, pathNot: test },
      { path: '^(apps|tools|packages)/', pathNot: `${server}/kernel|node_modules/` },
      'Every module uses the kernel, so it imports no module.',
    ),
    rule(
      'base-imports-no-module',
      {
        path: `${server}/(db|backup|events|http|realtime|cluster|jobs|telemetry)/`,
        pathNot: [`${server}/cluster/simulation/`, test],
      },
      { path: `${server}/(modules|adapters|seed|app|main|cli)` },
      'Database, HTTP, sockets, queues, metrics and cluster serve all modules, so they import none.',
    ),
    rule(
      'modules-import-no-adapter',
      { path: `${server}/modules`, pathNot: test },
      { path: `${server}/(adapters|seed|app|main|cli)` },
      'A module declares a port, and an adapter implements it.',
    ),
    rule(
      'modules-only-through-index',
      { path: `${server}/modules/([^/]+)/`, pathNot: test },
      {
        path: `${server}/modules/([^/]+)/`,
        pathNot: [`${server}/modules/$1/`, '/index\\.ts$', '\\.(tables|refusals)\\.ts$'],
      },
      'Import other modules through their index.ts only. Tables may refer to tables, and refusals may be imported.',
    ),
    rule(
      'adapters-use-modules-through-index',
      { path: `${server}/adapters/`, pathNot: test },
      { path: `${server}/modules/`, pathNot: ['/index\\.ts$', '\\.refusals\\.ts$'] },
      'Adapters import the ports of a module from its index.ts. Refusals may be imported.',
    ),
    rule(
      'payments-import-no-purpose',
      { path: `${server}/modules/payments/`, pathNot: test },
      { path: `${server}/modules/(wallet|storefront|sessions|invoices)/` },
      'Wallet and shop register what their payments are for. Payments call them through that purpose.',
    ),
    ...MODULES.slice(0, -1).map((name, at) =>
      rule(
        `${name}-imports-no-higher-module`,
        { path: `${server}/modules/${name}/`, pathNot: test },
        { path: `${server}/modules/(${MODULES.slice(at + 1).join('|')})/`, pathNot: '\\.tables\\.ts$' },
        'A module imports only lower modules. Tables may refer to any table.',
      ),
    ),
    rule(
      'adapters-import-no-app',
      { path: `${server}/adapters`, pathNot: test },
      { path: `${server}/(seed|app|main|cli)` },
      'create-modules.ts and app.ts choose the adapters, so no adapter imports them.',
    ),
    rule(
      'drizzle-only-in-stores',
      { path: `${server}/(?!db/|testing/)`, pathNot: ['\\.(store|tables)\\.ts$', test] },
      { path: 'node_modules/drizzle-orm' },
      'SQL is in .store.ts and .tables.ts only.',
    ),
    rule(
      'fastify-only-in-routes',
      { path: `${server}/(?!http/)`, pathNot: ['\\.routes\\.ts$', `${server}/app\\.ts$`, test] },
      { path: 'node_modules/(fastify|@fastify)/' },
      'HTTP is in .routes.ts only.',
    ),
    rule(
      'large-libraries-when-needed',
      { path: server, pathNot: [`${server}/cluster/nats-transport\\.ts$`, test] },
      {
        path: ['(^|/)(pdfkit|@peculiar/x509|@nats-io/transport-node)(/|$)', `${server}/cluster/nats-transport\\.ts$`],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
      'A server that needs none of them starts sooner without them, so they are loaded by import() where they are used.',
    ),
    rule(
      'contract-imports-nothing-of-ours',
      { path: '^packages/contract' },
      { path: '^(apps|tools|packages)/', pathNot: '^packages/contract' },
      'Clients and the server share the contract, so it imports neither.',
    ),
    rule(
      'ocpp-only-in-its-adapter',
      {
        path: '^(apps|packages|e2e)/',
        pathNot: [`${server}/adapters/ocpp`, `${server}/modules/sessions`, '^packages/ocpp', test],
      },
      { path: '^packages/ocpp' },
      'Only the OCPP adapter and the simulator use OCPP. Sessions import its meter readings.',
    ),
    rule(
      'web-imports-no-server',
      { path: ['^apps/web', '^apps/shop'] },
      { path: '^(apps/server|packages/ocpp|tools)' },
      'Code of the browser and of the server share the contract and nothing else.',
    ),
    rule(
      'apps-import-no-app',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
      'Apps share code through packages. The server gets one built function of the shop.',
    ),
    rule(
      'kit-imports-nothing-of-ours',
      { path: ui, pathNot: test },
      { path: '^(apps|tools|packages)/', pathNot: ui },
      'Components of the kit get texts and figures as properties, so the kit imports nothing of the project.',
    ),
    rule(
      'data-imports-no-view',
      { path: [`${web}/(api|device|messages)`, `${ui}/src/(format|messages|changes|cookie)`], pathNot: test },
      { path: [`${web}/(parts|screens|shell|routes)`, `${ui}/.*\\.(tsx|css)$`] },
      'Views use data, device, messages and formats, so these import no view.',
    ),
    rule(
      'parts-import-no-screen',
      { path: `${web}/parts` },
      { path: `${web}/(screens|routes)` },
      'Screens use parts, so parts import no screen.',
    ),
    rule(
      'screens-import-no-screen',
      { path: `${web}/screens/([^/]+)/` },
      { path: `${web}/screens/([^/]+)/`, pathNot: `${web}/screens/$1/` },
      'Code that screens share belongs into parts.',
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
