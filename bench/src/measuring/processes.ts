import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  /** CPU time of the process and of its ended children, in milliseconds. */
  cpuMs: number;
}

/** A file about a process. Undefined if the process has ended, even just now, and on systems without such files. */
function fileOf(pid: number, name: 'stat' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

function stat(pid: number): Stat | undefined {
  const text = fileOf(pid, 'stat');
  if (text === undefined) return undefined;
  // The second field is a name in parentheses that may contain spaces. The fields after it have fixed positions.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const cpuTicks = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0);
  return { parent: fields[1] ?? 0, cpuMs: cpuTicks * TICK_MS };
}

/** CPU time of a process so far, in milliseconds. Undefined on systems other than Linux. */
export function cpuMs(pid: number): number | undefined {
  return stat(pid)?.cpuMs;
}

/** CPU time of a process and of its present children. */
export function cpuMsWithChildren(pid: number): number | undefined {
  const own = cpuMs(pid);
  if (own === undefined) return undefined;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMs(child) ?? 0), own);
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => stat(child)?.parent === pid);
}

/** Memory of a process, in MB. Undefined on systems that do not tell. */
export function memoryMb(pid: number): number | undefined {
  const kb = /^VmRSS:\s+(\d+)/m.exec(fileOf(pid, 'status') ?? '')?.[1];
  return kb === undefined ? undefined : Number(kb) / 1000;
}

/** Memory of a program that one of our processes has started, in MB: the memory of that process's children. */
export function childrenMb(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + (memoryMb(child) ?? 0), 0);
}

/** CPU time of all processes on all cores, in milliseconds. */
export function machineCpuMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
