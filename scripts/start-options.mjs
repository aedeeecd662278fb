// The options of `npm start` and `npm run dev`. They are read before anything is installed or built, by any Node from
// 20 on.
import { parseArgs } from 'node:util';

/** The nodes that a demo can have. One node is the demo without the option. */
const NODE_COUNTS = ['2', '3'];

const DEMO = `npm start runs the demo. It installs and builds what is missing first.

  npm start -- --nodes 3    several nodes of one database behind a balancer: ${NODE_COUNTS.join(' or ')}
  npm start -- --help       shows these lines and starts nothing

Settings are environment variables, for example PORT=8081 npm start:

  PORT=8081             another port
  MAP_TILES_URL=none    a map without streets: the browser asks no other server
  DEMO_FLEET=small      the simulated chargers of 60 stations only; none: no chargers
  DATA_DIR=./other      another data folder

All settings: docs/settings.md. With NODE_ENV=production only the server runs: docs/operating.md.`;

const DEV = `npm run dev runs the demo from its sources, and follows what you save.

  npm run dev -- --port 5180    another port for the pages; 0: a free one
  npm run dev -- --help         shows these lines and starts nothing

All settings: docs/settings.md.`;

const PRODUCTION = `With NODE_ENV=production npm start runs only the server, and takes no options. All settings: docs/settings.md.`;

/**
 * Reads the command line after the program. The answer has `show` and its exit code if there is only something to say,
 * and otherwise the options for the program that is started.
 */
export function readStartOptions(args, isProduction) {
  const isDev = args[0] === '--dev';
  const command = isDev ? 'npm run dev' : 'npm start';
  const { tokens } = parseArgs({
    args: isDev ? args.slice(1) : args,
    strict: false,
    tokens: true,
    options: { nodes: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (tokens.some(({ name }) => name === 'help'))
    return { show: isDev ? DEV : isProduction ? PRODUCTION : DEMO, code: 0 };
  const known = isDev ? 'port' : isProduction ? '' : 'nodes';
  for (const { kind, name, rawName, value } of tokens) {
    if (kind === 'option-terminator') continue;
    if (name !== known) return refuse(`There is no option ${rawName ?? value}. The options: ${command} -- --help`);
    if (known === 'nodes' && !NODE_COUNTS.includes(value))
      return refuse(`--nodes takes ${NODE_COUNTS.join(' or ')}, for example: npm start -- --nodes 3`);
    if (known === 'port' && !isPort(value))
      return refuse('--port takes a number from 0 to 65535, for example: npm run dev -- --port 5180');
  }
  const chosen = tokens.findLast(({ kind }) => kind === 'option');
  return { isDev, forwarded: chosen ? [`--${known}`, chosen.value] : [] };
}

const refuse = (show) => ({ show, code: 2 });
const isPort = (text) => /^\d{1,5}$/.test(text ?? '') && Number(text) <= 65_535;
