import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ErrorReport, MAX_REPORTS } from '#schemas/error-report.ts';
import { DEVICE_ERRORS_TTL_MS, MAX_PER_VERSION } from '#server/device-errors/save-device-errors.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { behindProxy, headersOf } from './request-origin.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const report: ErrorReport = {
  kind: 'TypeError',
  code: null,
  frames: ['projects-Ab3dE_9x.js:1:20345'],
  heard: 'page',
  version: '3.9.4',
  build: '0123456789ab',
  browser: 'chrome',
  browser_major: 141,
  system: 'android',
  route: '/projects/$uuid',
  connection: 'offline',
  count: 1,
};
const office = { address: '203.0.113.9' };

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
async function start(variables: Record<string, string> = {}) {
  server = await startTestApp({ variables: { ...behindProxy, ...variables } });
  return server;
}
const unlimitedRate = { RATE_LIMIT_FACTOR: '1000000' };

const sendReports = (app: TestApp, reports: readonly object[], from = office) =>
  // Unauthenticated input can have any shape.
  app.call(calls.reportErrors, {
    body: { reports: reports as ErrorReport[] },
    headers: headersOf(from),
  });
const rowsOf = ({ db }: TestApp) =>
  db.selectFrom('device_errors').selectAll().orderBy('count', 'desc').execute();

async function operate({ app }: TestApp, ...args: string[]): Promise<string[]> {
  const payload = { words: args, why: '' };
  const response = await app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    payload,
    headers: { host: 'localhost:8080' },
  });
  return response.json<{ data: string[] }>().data;
}

describe('error reports from devices', () => {
  test('are stored in one row per error and version, for any number of devices', async () => {
    const app = await start(unlimitedRate);
    await sendReports(app, [report, { ...report, count: 4, route: null }]);
    app.clock.advance(60_000);
    // The device and the number of frames don't make a report a different error.
    const frames = [...report.frames, 'a-Ab3dE_9x.js:1:1', 'b-Ab3dE_9x.js:1:1'];
    await sendReports(app, [{ ...report, browser: 'safari' }]);
    await sendReports(app, [{ ...report, frames: [...frames, 'c-Ab3dE_9x.js:1:1'] }]);
    await sendReports(app, [{ ...report, frames: [...frames, 'd-Ab3dE_9x.js:1:1'] }]);
    await sendReports(app, [
      { ...report, version: '3.9.5' },
      { ...report, kind: 'RangeError' },
    ]);
    const rows = await rowsOf(app);
    expect(rows.map(({ kind, version, count }) => [kind, version, count])).toEqual([
      ['TypeError', '3.9.4', 6],
      ['TypeError', '3.9.4', 2],
      expect.arrayContaining([1]),
      expect.arrayContaining([1]),
    ]);
    const [first] = rows;
    expect(first?.last_seen.getTime()).toBe((first?.first_seen.getTime() ?? 0) + 60_000);
    expect(first?.sample).toMatchObject({ browser: 'safari' });
  });
});

describe('reports from unknown senders', () => {
  test('security 28: a report has no field for free text', async () => {
    const app = await start(unlimitedRate);
    const personalText = 'Jan Kowalski, +48601000111';
    const invalidValues: Record<keyof ErrorReport, unknown> = {
      kind: personalText,
      code: personalText,
      frames: [personalText],
      heard: personalText,
      version: personalText,
      build: personalText,
      browser: personalText,
      browser_major: personalText,
      system: personalText,
      connection: personalText,
      count: personalText,
      route: `/projects/${personalText}`,
    };
    for (const [key, value] of Object.entries(invalidValues)) {
      expect([key, (await sendReports(app, [{ ...report, [key]: value }])).code]).toEqual([
        key,
        'invalid_input',
      ]);
    }
    // Names and numbers aren't accepted as a build location or a route.
    for (const other of [
      { route: '/projects/40000000-0000-4000-8000-000000000001' },
      { route: '/login?email=jan' },
      { frames: ['https://club.example/assets/a.js:1:1'] },
      { kind: 'Kowalski' },
    ]) {
      expect((await sendReports(app, [{ ...report, ...other }])).status).toBe(400);
    }
    await sendReports(app, [{ ...report, message: personalText, stack: personalText }]);
    expect(JSON.stringify(await rowsOf(app))).not.toContain('Kowalski');
    expect(app.log.join('')).not.toContain('Kowalski');
    expect(app.log.join('')).not.toContain(office.address);
  });

  test('security 28: each version retains only the errors reported by the most devices', async () => {
    const app = await start(unlimitedRate);
    const numbered = (number: number, overrides: Partial<ErrorReport> = {}) => ({
      ...report,
      frames: [`projects-Ab3dE_9x.js:1:${number}`],
      ...overrides,
    });
    await sendReports(app, [
      numbered(0, { count: 50 }),
      numbered(1),
      numbered(2, { version: '3.9.3' }),
    ]);
    for (let sentCount = 10; sentCount < MAX_PER_VERSION + 30; sentCount += MAX_REPORTS) {
      app.clock.advance(1_000);
      await sendReports(
        app,
        Array.from({ length: MAX_REPORTS }, (_, index) =>
          numbered(sentCount + index, { count: 2 }),
        ),
      );
    }
    const rows = await rowsOf(app);
    expect(rows.filter(({ version }) => version === '3.9.4')).toHaveLength(MAX_PER_VERSION);
    const topFrames = rows.flatMap(({ frames }) => frames);
    expect(topFrames).toContain('projects-Ab3dE_9x.js:1:0');
    expect(topFrames).not.toContain('projects-Ab3dE_9x.js:1:1');
    expect(topFrames).toContain('projects-Ab3dE_9x.js:1:2');
    // The newest error is retained, although others were reported more often.
    await sendReports(app, [numbered(9_999)]);
    expect((await rowsOf(app)).flatMap(({ frames }) => frames)).toContain(
      'projects-Ab3dE_9x.js:1:9999',
    );
  });

  test('security 22, 28: an address is limited per hour, without affecting others', async () => {
    const app = await start();
    const responses = [];
    for (let index = 0; index < 32; index += 1) responses.push(await sendReports(app, [report]));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(responses.at(-1)).toMatchObject({ code: 'too_many_requests' });
    expect((await sendReports(app, [report], { address: '198.51.100.7' })).status).toBe(200);
    expect((await rowsOf(app))[0]?.count).toBe(31);
  });
});

describe('stored reports', () => {
  test('an error that no device has reported for 90 days is deleted', async () => {
    const app = await start(unlimitedRate);
    await sendReports(app, [report]);
    app.clock.advance(DEVICE_ERRORS_TTL_MS / 2);
    await sendReports(app, [{ ...report, kind: 'RangeError' }]);
    app.clock.advance(DEVICE_ERRORS_TTL_MS / 2 + 1);
    await runJobs(app.services);
    expect((await rowsOf(app)).map(({ kind }) => kind)).toEqual(['RangeError']);
  });

  test('an operator sees each error with its count, device and location, newest first', async () => {
    const app = await start(unlimitedRate);
    expect(await operate(app, 'errors')).toEqual([]);
    await sendReports(app, [{ ...report, count: 3 }]);
    app.clock.advance(1_000);
    await sendReports(app, [{ ...report, kind: 'SyncError', code: 'database_failed', frames: [] }]);
    expect(await operate(app, 'errors')).toEqual([
      expect.stringMatching(/ {2}1 times {2}SyncError database_failed {2}.* {2}-$/),
      expect.stringMatching(
        / {2}3 times {2}TypeError {2}3\.9\.4 {2}chrome 141 on android, \/projects\/\$uuid, page, offline {2}projects-Ab3dE_9x\.js:1:20345$/,
      ),
    ]);
  });

  test('errors are counted by kind', async () => {
    const app = await start({ ...unlimitedRate, METRICS_TOKEN: 'a-token-for-the-metrics' });
    const headers = { authorization: 'Bearer a-token-for-the-metrics' };
    const countReports = async () => {
      const { body } = await app.app.inject({ url: '/metrics', headers });
      return Number(/^club_device_errors_total\{kind="URIError"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await countReports();
    await sendReports(app, [{ ...report, kind: 'URIError', count: 3 }]);
    expect(await countReports()).toBe(before + 3);
  });
});
