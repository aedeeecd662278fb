// Runs a file with the project's own Node, whichever Node the machine has.
import { spawn } from 'node:child_process';
import { node, ownEnvironment } from './project.mjs';

const [file, ...rest] = process.argv.slice(2);
const child = spawn(node(), [file, ...rest], { stdio: 'inherit', env: ownEnvironment(process.env) });
// A terminal also sends Ctrl-C to the child.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
