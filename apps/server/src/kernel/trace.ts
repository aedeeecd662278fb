import { AsyncLocalStorage } from 'node:async_hooks';

/** The attributes of a step: nothing secret, and nothing that a stranger chooses. */
export type StepFacts = Readonly<Record<string, string | number | boolean>>;

export interface StepOptions {
  /** `asked`: others call us. `asks`: we call others. Missing: neither. */
  kind?: 'asked' | 'asks';
  facts?: StepFacts;
  /** The parent step, as `traceHere` returned it. Default: the current step. */
  under?: string | undefined;
  /** Without it, a step outside any trace is not traced. */
  beginsTrace?: boolean;
}

/** A step of a trace from its beginning to its end. */
export interface Step {
  /** The step as other systems get it (W3C Trace Context, `traceparent`). */
  name: string;
  ids: TraceIds;
  end(outcome?: { error?: unknown; facts?: StepFacts }): void;
}

/** The ids of a step in log lines. */
export interface TraceIds {
  traceId: string;
  spanId: string;
}

/** Records the steps of traces. */
export interface Tracer {
  begin(name: string, options: StepOptions): Step;
}

let tracer: Tracer | undefined;
const steps = new AsyncLocalStorage<Step>();

/** Sets the tracer that records steps, one for the process. Without a tracer a step does nothing. */
export function traceWith(to: Tracer | undefined): void {
  tracer = to;
}

/** Begins a step that other code ends; undefined without a tracer. */
export function beginStep(name: string, options: StepOptions): Step | undefined {
  if (!tracer) return undefined;
  const under = options.under ?? traceHere();
  if (under === undefined && !options.beginsTrace) return undefined;
  return tracer.begin(name, { ...options, under });
}

/** Runs a task, with everything it calls, in a step. */
export function inStep<T>(step: Step | undefined, task: () => T): T {
  return step ? steps.run(step, task) : task();
}

/** Runs a task as one step. */
export async function traced<T>(name: string, options: StepOptions, task: () => Promise<T>): Promise<T> {
  const step = beginStep(name, options);
  if (!step) return task();
  try {
    const result = await inStep(step, task);
    step.end();
    return result;
  } catch (error) {
    step.end({ error });
    throw error;
  }
}

/** The current step, for code that continues it later or elsewhere. */
export function traceHere(): string | undefined {
  return tracer && steps.getStore()?.name;
}

/** The ids of the current step, for a log line. */
export function traceIds(): TraceIds | undefined {
  return tracer && steps.getStore()?.ids;
}
