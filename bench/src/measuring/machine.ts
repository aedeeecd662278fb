import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release } from 'node:os';

/** The machine and time of a run, without which its figures mean nothing. */
export interface Machine {
  at: string;
  cpu: string;
  cores: number;
  system: string;
  node: string;
  /** Load average of the last minute before the run: other processes may be using the machine. */
  loadBefore: number;
  commit: string | undefined;
}

export function machine(at: Date): Machine {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return {
    at: at.toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    system: `${platform()} ${release()}`,
    node: process.version,
    loadBefore: LOAD_BEFORE,
    commit: status === 0 ? stdout.trim() : undefined,
  };
}

// Read when the module is loaded: later the run itself would be part of the load.
const LOAD_BEFORE = loadavg()[0] ?? Number.NaN;
