import { beforeAll, describe, expect, test } from 'vitest';
import { permissionsOf, STAFF_ROLES, type OperatorEndpoint, type StaffRole } from '@bijli/contract/operator';
import { operatorApi } from '@bijli/contract/operator-api';
import { STATION, testApp } from '#testing/app.ts';
import { NO_AUDIT, STAFF_PASSWORD, staffOf } from '#testing/staff.ts';

const stack = await testApp();
const { staff } = stack.app.modules;
const calls = Object.entries<OperatorEndpoint>(operatorApi);
const AT_STATION: Record<string, string> = { charger_id: 'FAST-1', station_id: STATION.id };

/** Whatever may call: each role by a sign-in and by an API token, and who is nobody here. */
interface Party {
  name: string;
  token: string;
  role: StaffRole | undefined;
}
const parties: Party[] = [];

beforeAll(async () => {
  for (const role of STAFF_ROLES)
    parties.push({ name: `${role}@bijli.example`, token: (await staffOf(stack, role)).token, role });
  const maker = (await staff.authenticate(parties[0]?.token ?? '')) ?? expect.fail();
  for (const role of STAFF_ROLES) {
    if (role === 'owner') continue;
    const { token } = await staff.createApiToken({ name: `program ${role}`, role }, maker, NO_AUDIT);
    parties.push({ name: `program ${role}`, token, role });
  }
  const driver = await stack.driver('9200000701', 0);
  parties.push({ name: '', token: driver.token, role: undefined }, { name: '', token: '', role: undefined });
  parties.push({ name: '', token: 'bijli_staff_of-nobody', role: undefined });
});

/** Tries a call with nothing in it but what its path needs: of something that there is not, unless told. */
async function attempt({ method, path }: OperatorEndpoint, token: string, ids: Record<string, string> = {}) {
  const response = await fetch(stack.url + path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '999999'), {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });
  // A stream does not end by itself.
  if (response.headers.get('content-type') === 'text/event-stream') await response.body?.cancel();
  const { code } = (response.bodyUsed ? {} : await response.json()) as { code?: string };
  return { status: response.status, code };
}

const newestLine = async () => (await staff.listAudit({ limit: '1' }, {})).rows[0];

function mayCall({ permission }: OperatorEndpoint, role: StaffRole | undefined): boolean {
  if (permission === 'none') return true;
  return role !== undefined && (permission === 'any' || permissionsOf(role).includes(permission));
}

/** What is wrong with a call that a party tries. Undefined if it ends as its contract says. */
async function wrongOf(endpoint: OperatorEndpoint, { name, token, role }: Party): Promise<string | undefined> {
  const { status, code } = await attempt(endpoint, token);
  const line = await newestLine();
  const told = `${endpoint.method} ${endpoint.path} by ${name || 'nobody'}: ${status} ${code}, ${JSON.stringify(line)}`;
  const isTold = line?.action === endpoint.action && line.who.name === name && line.code === (code ?? null);
  if (mayCall(endpoint, role)) {
    const isChange = endpoint.method !== 'GET' && endpoint.permission !== 'none';
    const isDenied = code === 'not_allowed' || code === 'signed_out';
    return isDenied || (isChange && !isTold) ? told : undefined;
  }
  // Of strangers only so many lines are kept.
  if (!role) return status === 401 && code === 'signed_out' ? undefined : told;
  return status === 403 && code === 'not_allowed' && isTold && line.outcome === 'denied' ? undefined : told;
}

test('each call is allowed exactly for those in its contract, by sign-in and by API token, and each denial is in the audit [STAFF-1]', async () => {
  // Signing out ends what the others are tried with.
  const inOrder = calls.toSorted(([one], [other]) => Number(one === 'staffSignOut') - Number(other === 'staffSignOut'));
  const wrong: (string | undefined)[] = [];
  for (const [, endpoint] of inOrder) for (const party of parties) wrong.push(await wrongOf(endpoint, party));
  expect(wrong.filter((each) => each !== undefined)).toEqual([]);
  expect(wrong).toHaveLength(calls.length * parties.length);
});

test('an API token cannot change a password, even if it knows the old one [STAFF-12]', async () => {
  const { method, path } = operatorApi.changePassword;
  const programs = parties.filter(({ name }) => name.startsWith('program'));
  expect(programs.length).toBeGreaterThan(0);
  for (const { token } of programs) {
    const response = await fetch(stack.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: STAFF_PASSWORD, new_password: 'another correct horse' }),
    });
    expect(response.status).toBe(403);
  }
});

describe('a credential for some stations', () => {
  test('reaches these stations and nothing else [STAFF-11]', async () => {
    const owner = await staffOf(stack, 'owner', { email: 'second@bijli.example' });
    const maker = (await staff.authenticate(owner.token)) ?? expect.fail();
    const bound = async (stationIds: string[], role: Exclude<StaffRole, 'owner'> = 'operations') =>
      (await staff.createApiToken({ name: `bound ${role}`, role, stationIds }, maker, NO_AUDIT)).token;
    const here = await bound([STATION.id]);
    await expect(bound(['nowhere'])).rejects.toMatchObject({ code: 'station_unknown' });
    for (const [name, endpoint] of calls) {
      if (!mayCall(endpoint, 'operations') || endpoint.permission === 'none') continue;
      const { status } = await attempt(endpoint, here, AT_STATION);
      expect(status === 403, name).toBe(endpoint.stations === 'whole-network');
      if (endpoint.stations !== 'of-charger' && endpoint.stations !== 'of-station') continue;
      expect(await attempt(endpoint, here), name).toEqual({ status: 403, code: 'not_allowed' });
    }
  });
});

describe('credentials elsewhere', () => {
  test('a token of staff opens nothing of a driver, on the API and on the socket [STAFF-12]', async () => {
    const { token } = await staffOf(stack, 'owner', { email: 'third@bijli.example' });
    const response = await fetch(`${stack.url}/api-v1/user/get-profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect(await stack.app.modules.accounts.authenticate(token)).toBeUndefined();
  });

  test('audit lines that strangers cause are limited; the rest is in the log [STAFF-10]', async () => {
    const count = async () => (await staff.listAudit({}, { who: '' })).rows.length;
    const before = await count();
    for (let tries = 0; tries < 40; tries += 1) expect((await attempt(operatorApi.me, '')).status).toBe(401);
    expect((await count()) - before).toBeLessThanOrEqual(20);
  });
});
