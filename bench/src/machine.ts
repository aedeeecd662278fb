import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release } from 'node:os';

/** Where and when figures were taken: without it they say nothing. */
export interface Machine {
  at: string;
  cpu: string;
  cores: number;
  system: string;
  node: string;
  /** Load of the last minute when the run began: others may be working here. */
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

const LOAD_BEFORE = loadavg()[0] ?? Number.NaN;
