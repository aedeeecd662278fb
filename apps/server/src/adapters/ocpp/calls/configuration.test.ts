import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import type { ConfigurationReport } from '#modules/network/index.ts';
import { BareChargePoint, ocppFixture, type OcppFixture } from '#testing/charge-point-fixture.ts';

interface Key {
  key: string;
  value?: string;
  readonly?: boolean;
}

let fixture: OcppFixture;
let clock: TestClock;
let chargePoint: BareChargePoint;

beforeEach(async () => {
  clock = new TestClock('2026-11-20T08:36:00.000Z');
  fixture = await ocppFixture({ clock, startWithinSeconds: 90 });
});

afterEach(async () => {
  chargePoint.socket.terminate();
  await fixture.close();
});

type ConfigurationAnswer = (payload: { key?: string | string[]; value?: string }) => object | undefined;
const REFUSED = undefined;

/**
 * A charge point that boots and answers each call; undefined is a CALLERROR. `chargePoint.asked` has what it was asked.
 */
async function boot(answers: Record<string, ConfigurationAnswer>): Promise<void> {
  chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
  chargePoint.socket.on('message', (data: Buffer) => {
    const [type, id, action, payload] = JSON.parse(data.toString()) as [
      number,
      string,
      string,
      Parameters<ConfigurationAnswer>[0],
    ];
    if (type !== 2) return;
    const answer = answers[action]?.(payload);
    chargePoint.say(answer ? [3, id, answer] : [4, id, 'InternalError', '', {}]);
  });
  await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
}

const listing =
  (...keys: Key[]): ConfigurationAnswer =>
  () => ({ configurationKey: keys.map((entry) => ({ readonly: false, ...entry })) });
const changing =
  (status: string): ConfigurationAnswer =>
  () => ({ status });

const written = (): unknown[] =>
  chargePoint.asked.filter(({ action }) => action === 'ChangeConfiguration').map(({ payload }) => payload);
const questions = (): unknown[] =>
  chargePoint.asked
    .filter(({ action }) => action === 'GetConfiguration')
    .map(({ payload }) => (payload as { key?: string[] }).key);

/** What was kept of the configuration, once it was told so often. */
async function kept(times: number): Promise<ConfigurationReport | undefined> {
  return (await fixture.listener.atLeast('configured', times)).at(-1);
}

/** Lets whatever was set in motion on the link come to an end: each round trip is one more step of it. */
async function settled(): Promise<void> {
  for (let times = 0; times < 10; times += 1) await chargePoint.call('Heartbeat', {});
}

describe('the configuration of a charge point', () => {
  test('is read as a whole, and stored without its secrets', async () => {
    await boot({
      GetConfiguration: listing(
        { key: 'MeterValueSampleInterval', value: '1' },
        { key: 'ConnectionTimeOut', value: '90' },
        { key: 'VendorKey', value: 'x\0'.repeat(600), readonly: true },
        { key: 'AuthorizationKey', value: '0011' },
        { key: 'WifiPassword', value: 'hidden' },
        { key: 'NoValue' },
        { key: 'k'.repeat(60), value: '1' },
        { key: 'vendorkey', value: 'the last word' },
      ),
    });
    expect((await kept(1))?.keys).toEqual([
      { key: 'MeterValueSampleInterval', value: '1', readonly: false },
      { key: 'ConnectionTimeOut', value: '90', readonly: false },
      { key: 'vendorkey', value: 'the last word', readonly: false },
      { key: 'AuthorizationKey', value: null, readonly: false },
      { key: 'WifiPassword', value: null, readonly: false },
      { key: 'NoValue', value: null, readonly: false },
    ]);
    await settled();
    expect(questions()).toEqual([undefined]);
    expect(written()).toEqual([]);
  });

  test.each([
    ['refuses to list them', () => REFUSED],
    ['lists none', () => ({})],
  ])('is asked for by name, no more keys at once than it accepts, if a charge point %s', async (_how, all) => {
    await boot({
      GetConfiguration: ({ key }) => {
        if (!Array.isArray(key)) return all();
        const values: Record<string, string> = { GetConfigurationMaxKeys: '4', ConnectionTimeOut: '90' };
        return {
          configurationKey: key
            .filter((name) => values[name])
            .map((name) => ({ key: name, value: values[name], readonly: true })),
          unknownKey: key.filter((name) => !values[name]),
        };
      },
    });
    expect((await kept(1))?.keys.map(({ key }) => key)).toEqual(['GetConfigurationMaxKeys', 'ConnectionTimeOut']);
    const named = questions().slice(2) as string[][];
    expect(questions()[1]).toEqual(['GetConfigurationMaxKeys']);
    expect(Math.max(...named.map(({ length }) => length))).toBe(4);
    expect(named.flat()).toContain('MeterValueSampleInterval');
  });

  test('is read by name if the charge point never answers for the whole', async () => {
    chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    await chargePoint.wasAsked('GetConfiguration');
    clock.advance(15_000);
    expect((await chargePoint.wasAsked('GetConfiguration', 2)).payload).toEqual({ key: ['GetConfigurationMaxKeys'] });
    // One that answers nothing at all is left in peace, so that drivers need not wait behind such questions.
    clock.advance(15_000);
    await settled();
    expect(questions()).toHaveLength(2);
  });
});

describe('ConnectionTimeOut', () => {
  const timeOut = (value: string, readonly = false): Key => ({ key: 'ConnectionTimeOut', value, readonly });

  test('is raised to the time that a start waits, and the new value is stored', async () => {
    await boot({ GetConfiguration: listing(timeOut('30')), ChangeConfiguration: changing('Accepted') });
    expect((await kept(2))?.keys).toEqual([{ key: 'ConnectionTimeOut', value: '90', readonly: false }]);
    expect(written()).toEqual([{ key: 'ConnectionTimeOut', value: '90' }]);
  });

  test.each([
    ['the same already', timeOut('90')],
    ['the same in other figures', timeOut(' 090')],
    ['not to be changed', timeOut('30', true)],
  ])('is left alone when it is %s', async (_name, key) => {
    await boot({ GetConfiguration: listing(key), ChangeConfiguration: changing('Accepted') });
    await kept(1);
    await settled();
    expect(written()).toEqual([]);
  });

  test.each(['Rejected', 'NotSupported'])('is left as it is if the charge point says %s', async (status) => {
    await boot({ GetConfiguration: listing(timeOut('30')), ChangeConfiguration: changing(status) });
    await kept(1);
    await settled();
    expect(written()).toHaveLength(1);
    expect((await kept(1))?.keys[0]?.value).toBe('30');
  });

  test('and other keys are not written if the charge point answers a write with an error', async () => {
    const keys = [{ key: 'MeterValueSampleInterval', value: '60' }, timeOut('30')];
    await boot({
      GetConfiguration: listing(...keys),
      ChangeConfiguration: ({ key }) => (key === 'ConnectionTimeOut' ? { status: 'Accepted' } : REFUSED),
    });
    expect((await kept(2))?.keys.map(({ value }) => value)).toEqual(['60', '90']);
  });
});

describe('a charge point that applies changes only after a restart', () => {
  test('is reported once; if the restart has changed nothing, nothing is written again', async () => {
    const answers = {
      GetConfiguration: listing({ key: 'ConnectionTimeOut', value: '30' }),
      ChangeConfiguration: changing('RebootRequired'),
    };
    await boot(answers);
    expect(await kept(2)).toMatchObject({ needsReboot: true, keys: [{ value: '30' }] });
    for (let boots = 1; boots <= 3; boots += 1) {
      await chargePoint.close();
      await boot(answers);
      expect(await kept(2 + boots)).toMatchObject({ needsReboot: false });
      await settled();
      expect(written()).toEqual([]);
    }
  });

  test('is written to again if it has applied the change and lost it later', async () => {
    let value = '30';
    const answers: Record<string, ConfigurationAnswer> = {
      GetConfiguration: (payload) => listing({ key: 'ConnectionTimeOut', value })(payload),
      ChangeConfiguration: changing('RebootRequired'),
    };
    await boot(answers);
    await kept(2);
    for (value of ['90', '30']) {
      await chargePoint.close();
      await boot(answers);
      await settled();
    }
    expect(written()).toEqual([{ key: 'ConnectionTimeOut', value: '90' }]);
    expect(await kept(5)).toMatchObject({ needsReboot: true });
  });
});
