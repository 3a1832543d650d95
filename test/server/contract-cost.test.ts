import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, allCalls } from '#schemas/api/calls.ts';
import type { Call } from '#schemas/api/call.ts';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { bodyLimit } from '#server/http/contract/body-limit.ts';
import { hostileBodies } from './hostile-bodies.ts';
import type { HostileBody } from './hostile-forms.ts';
import { plainSerials, saveOf } from './scan-setup.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A million bytes of small objects. Parsing them is the unit of CPU time, because machines differ and are shared. */
const unitJson = `[${Array.from({ length: 125_000 }, () => '{"a":0}').join(',')}]`;
/** Allowed CPU time for the worst possible body, in units per megabyte. */
const UNITS_PER_MB = 9;
/** Allowed CPU time for any request: session, log line and response, in units. */
const UNITS_PER_REQUEST = 5;
/** Other work in the process adds CPU time, so only the cheapest of several tries counts. */
const TRIES = 4;

let server: TestApp;
let token: string;
/** Address of a real socket: bodies arrive in chunks, and rejecting one early saves the rest of the work. */
let address: string;
beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' },
    demo: true,
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { email, region } = demoAccounts.polishOwner;
  token = (await server.signInByEmail(email, region)).token;
});
afterAll(() => server.close());

/** Starts measuring the process's CPU time; the returned function returns it in milliseconds. */
function startMeasurement(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

function measureUnit(): number {
  const readCost = startMeasurement();
  JSON.parse(unitJson);
  return readCost();
}

/** CPU time of the unit on this machine, measured while it is idle. */
const quietUnit = Math.min(...Array.from({ length: 5 }, measureUnit));

/**
 * Sends a body.
 * @returns its CPU time in milliseconds, and the status
 */
async function send(call: Call, { type, payload }: Omit<HostileBody, 'name'>) {
  const path = call.path.replace(/\{\w+\}/g, demoAccounts.polishOwner.userId);
  const readCost = startMeasurement();
  const response = await fetch(`${address}/api${path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: typeof payload === 'string' ? payload : new Uint8Array(payload),
  });
  await response.arrayBuffer();
  return { cost: readCost(), statusCode: response.status };
}

/** Describes a server error or an excessive CPU time; null if there is none. */
async function problemOf(call: Call, body: HostileBody): Promise<string | null> {
  const allowedUnits = UNITS_PER_REQUEST + (UNITS_PER_MB * body.payload.length) / 1e6;
  const units: number[] = [];
  do {
    const { cost, statusCode } = await send(call, body);
    if (statusCode === 500) return `${body.name}: the server failed`;
    // If the machine is busy, the unit is measured again right after the request.
    const isExpensive = cost > allowedUnits * quietUnit;
    units.push(cost / (isExpensive ? Math.max(quietUnit, measureUnit()) : quietUnit));
  } while (units.length < TRIES && Math.min(...units) > allowedUnits);
  const minimum = Math.min(...units);
  return minimum > allowedUnits
    ? `${body.name}: ${minimum.toFixed(1)} units, allowed ${allowedUnits.toFixed(1)}`
    : null;
}

const withBodies = allCalls.filter(({ body }) => body !== undefined);
describe.each(withBodies.map((call) => [call.id, call] as const))(
  'security 23, F50: %s',
  (_id, call) => {
    test('costs little CPU time for any body', async () => {
      const problems: (string | null)[] = [];
      for (const body of hostileBodies(call, bodyLimit(call))) {
        problems.push(await problemOf(call, body));
      }
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    }, 120_000);
  },
);

test('a full bulk of products costs little CPU time, with any answers', async () => {
  const address = { streetName: 'ul. Pewna 1', postalCode: '00-001' };
  const { result } = await server.call(calls.createProject, { body: address }, token);
  const [serial] = plainSerials;
  if (serial === undefined) throw new Error('The demo serials are missing.');
  const survey = `[${'{},'.repeat(1000)}{}]`;
  const scans = Array.from({ length: MAX_BULK }, () => saveOf(serial, result.uuid, { survey }));
  const payload = JSON.stringify({ scans });
  const body = { name: 'answers', type: 'application/json', payload };
  expect(await problemOf(calls.sendScans, body)).toBeNull();
  const response = await server.call(calls.sendScans, { body: { scans } }, token);
  const codes = response.result.data.map(({ error }) => error?.code);
  expect(new Set(codes)).toEqual(new Set(['survey_incomplete']));
}, 60_000);
