import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { openLiveSocket, type LiveSocket } from '../driver.ts';

/**
 * A step of a client, as data. Its texts can refer to earlier answers: `{login.message}`,
 * `{stations.properties.[status=1].property_id}`.
 */
export type Step = { name: string; varies?: string[] } & (
  | {
      /** Method and path. */
      call: string;
      query?: Record<string, string>;
      body?: object;
      /** Repeats the call until its answer matches. */
      until?: Until;
      /** Sends no token. */
      signedOut?: true;
    }
  /** A page in a browser. Only whether it is HTML is checked. */
  | { page: string }
  /** Reads the one-time code that was sent to this number. It is not compared. */
  | { phone: string }
  /** The payer pays at this checkout. It is not compared. */
  | { pay: string }
  /** Opens the live socket, emits on it, or waits for events since the last `emit`. */
  | { socket: 'open' }
  | { emit: string; message: object }
  | { hear: string; until?: Until }
);

/** The value at a path of an answer exists, equals this, or is above this. */
interface Until {
  at: string;
  is?: string | number;
  above?: number;
}

/** A step and its answer. Steps that are not compared have none. */
export interface StepAnswer {
  step: Step;
  status?: number;
  answer?: unknown;
}

const BROWSER = { headers: { accept: 'text/html' } };
const ASK_AGAIN_MS = 100;
const MAX_PAGES = 6;

/** Plays a client's steps against the server at `url`. Returns them with their answers. */
export async function runClientSteps(url: string, steps: readonly Step[]): Promise<StepAnswer[]> {
  const known: Record<string, unknown> = {};
  const played: StepAnswer[] = [];
  const socket: { live?: LiveSocket; from: number } = { from: 0 };
  try {
    for (const step of steps) {
      const one = filled(step, known);
      const result = await playOne(one);
      known[step.name] = result.answer;
      played.push({ step, ...('phone' in step || 'pay' in step ? {} : result) });
    }
  } finally {
    socket.live?.close();
  }
  return played;

  async function playOne(step: Step): Promise<{ status?: number; answer?: unknown }> {
    if ('call' in step) return call(step);
    if ('page' in step) return opened(await fetch(`${url}${step.page}`, BROWSER));
    if ('phone' in step) return { answer: await codeOf(url, step.phone) };
    if ('pay' in step) return { answer: await pay(new URL(step.pay, url)) };
    if ('socket' in step) socket.live = await openLiveSocket(url, String(read(known, 'verify.user.token')));
    const { live } = socket;
    if (!live) throw new Error(`${step.name}: the socket is not open.`);
    if ('emit' in step) {
      socket.from = live.events.length;
      live.say(step.emit as 'meter_values', step.message as never);
    }
    if (!('hear' in step)) return {};
    const { events } = live;
    const heard = (payload: unknown): boolean =>
      holds(payload, step.until) && events.some((event, index) => index >= socket.from && event.payload === payload);
    return { answer: await live.saw(step.hear, z.unknown(), heard) };
  }

  async function call(step: Extract<Step, { call: string }>): Promise<{ status: number; answer: unknown }> {
    const [method, path = ''] = step.call.split(' ');
    const token = step.signedOut ? '' : (read(known, 'verify.user.token') ?? '');
    for (;;) {
      const response = await fetch(`${url}${path}${step.query ? `?${new URLSearchParams(step.query)}` : ''}`, {
        ...(method && { method }),
        headers: { authorization: `Bearer ${token}`, ...(step.body && { 'content-type': 'application/json' }) },
        ...(step.body && { body: JSON.stringify(step.body) }),
      });
      const answer: unknown = await response.json();
      if (holds(answer, step.until)) return { status: response.status, answer };
      await pause(ASK_AGAIN_MS);
    }
  }
}

async function opened(response: Response): Promise<{ status: number; answer: unknown }> {
  await response.text();
  return { status: response.status, answer: { type: response.headers.get('content-type') } };
}

async function codeOf(url: string, mobile: string): Promise<{ code: string }> {
  const [message] = (await (await fetch(`${url}/demo/messages?mobile=${mobile}`)).json()) as { code: string }[];
  return { code: message?.code ?? '' };
}

/**
 * A browser in which the payer presses `pay` once, and in which self-submitting forms are sent. Returns what Razorpay's
 * frame tells the page around it.
 */
async function pay(checkout: URL): Promise<unknown> {
  let page = await fetch(checkout);
  let isPaid = false;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const text = await page.text();
    const result = /data-told="([^"]*)"/.exec(text)?.[1];
    if (result !== undefined) return JSON.parse(plain(result));
    const forms = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
    const button: RegExpExecArray | undefined = isPaid
      ? undefined
      : forms.find(([, action = '']) => /\/pay(\?|$)/.test(plain(action)));
    const form = button ?? (text.includes('submit.js') ? forms[0] : undefined);
    if (!form) return {};
    isPaid ||= button !== undefined;
    const [, action = '', inside = ''] = form;
    const fields = [...inside.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [plain(name), plain(value)]));
    page = await fetch(new URL(plain(action), page.url), { method: 'POST', body });
  }
  throw new Error(`The payer was sent around at ${checkout.href}.`);
}

const plain = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

function holds(answer: unknown, until: Until | undefined): boolean {
  if (!until) return true;
  const found = read(answer, until.at);
  if (until.above !== undefined) return Number(found) > until.above;
  return until.is === undefined ? found !== undefined : found === until.is;
}

/** Reads the value at a path: keys and indexes between dots, and `[key=value]` for the first element that has it. */
function read(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, part) => {
    const [, key, value] = /^\[(\w+)=(.*)\]$/.exec(part) ?? [];
    if (key) return (inner as Record<string, unknown>[] | undefined)?.find((one) => String(one[key]) === value);
    return (inner as Record<string, unknown> | undefined)?.[part];
  }, answer);
}

/** Fills the references of a step. */
function filled<Value>(value: Value, known: object): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, known)) as Value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, known)])) as Value;
  if (typeof value !== 'string') return value;
  const whole = /^\{([^{}]+)\}$/.exec(value)?.[1];
  if (whole) return found(whole) as Value;
  return value.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => String(found(path))) as Value;

  function found(path: string): unknown {
    const kept = read(known, path);
    if (kept === undefined) throw new Error(`The client needs ${path}, which no answer had.`);
    return kept;
  }
}
