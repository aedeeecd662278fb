// Runs a file of the project with the Node that the project brings, whatever the machine's own is.
import { spawn } from 'node:child_process';
import { node, ownEnvironment } from './project.mjs';

const [file, ...rest] = process.argv.slice(2);
const child = spawn(node(), [file, ...rest], { stdio: 'inherit', env: ownEnvironment(process.env) });
// A terminal sends Ctrl-C to the child as well.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
