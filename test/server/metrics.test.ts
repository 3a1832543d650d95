import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { VERSION } from '#server/version.ts';
import { jobs, runJobs } from '#server/scheduled-jobs.ts';
import { measureClockOffset } from '#server/db/clock-offset.ts';
import { root } from '#test/setup/source-tree.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { spawnDemoServer } from '#test/setup/demo-server.ts';
import { type SpawnedServer } from '#test/setup/spawned-server.ts';
import { readEvents } from './read-events.ts';
import { plainSerials, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { signIn } from './spawned-client.ts';

const token = 'a-token-for-the-metrics';
let demo: ScanServer;
beforeAll(async () => {
  demo = await startScanServer({ METRICS_TOKEN: token });
});
afterAll(() => demo.close());
afterEach(() => vi.restoreAllMocks());

async function readMetrics(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await demo.app.inject({ url: '/metrics', headers })).body;
}
/** Returns the value of a series; 0 if it doesn't exist yet. */
async function valueOf(series: string): Promise<number> {
  const line = (await readMetrics())
    .split('\n')
    .find((metricLine) => metricLine.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

test('a rejected product is counted by its error code', async () => {
  const series = 'club_scans_rejected_total{code="unknown_serial"}';
  const before = await valueOf(series);
  const [serial] = plainSerials;
  if (serial === undefined) throw new Error('The demo serials are missing.');
  const owner = await demo.tokenOf('polishOwner');
  const address = { streetName: 'ul. Pewna 1', postalCode: '00-001' };
  const { result } = await demo.call(calls.createProject, { body: address }, owner);
  const scan = saveOf({ ...serial, code: '99Z99999-9999' }, result.uuid);
  await demo.call(calls.sendScans, { body: { scans: [scan] } }, owner);
  expect(await valueOf(series)).toBe(before + 1);
});

test('a failed job is counted by its name, and the others still run', async () => {
  const [job] = jobs;
  const series = `club_job_failures_total{job="${job?.name ?? ''}"}`;
  const before = await valueOf(series);
  const fails = { ...demo.services, clock: { now: () => Number.NaN } };
  await runJobs(fails);
  expect(await valueOf(series)).toBe(before + 1);
});

test('the last success of each job and the running version are exposed', async () => {
  await runJobs(demo.services);
  const now = demo.services.clock.now() / 1000;
  for (const { name } of jobs)
    expect(await valueOf(`club_job_last_success_timestamp_seconds{job="${name}"}`)).toBe(now);
  const build = `club_build_info{version="${VERSION}",node="${process.versions.node}"}`;
  expect(await valueOf(build)).toBe(1);
});

// The embedded database uses this process's clock, so the clocks can't differ.
test.runIf(isOnPostgres)('a clock that is an hour ahead is reported', async () => {
  const ready = async () => (await demo.app.inject({ url: '/ready' })).json<object>();
  const linesAbout = (text: string) => demo.log.filter((line) => line.includes(text));
  expect(await ready()).not.toHaveProperty('degraded');
  expect(await valueOf('club_clock_offset_seconds')).toBeLessThan(1);

  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS);
  expect(await measureClockOffset(demo.services.db)).toBeGreaterThan(3_500_000);
  expect(await valueOf('club_clock_offset_seconds')).toBeGreaterThan(3_500);
  expect(await ready()).toMatchObject({ status: 'ready', degraded: ['clock'] });
  expect(await ready()).toMatchObject({ degraded: ['clock'] });
  expect(linesAbout('the clock differs')).toHaveLength(1);

  vi.spyOn(Date, 'now').mockImplementation(() => now() - HOUR_MS);
  expect(await measureClockOffset(demo.services.db)).toBeLessThan(-3_500_000);

  vi.spyOn(Date, 'now').mockImplementation(now);
  expect(await ready()).not.toHaveProperty('degraded');
  expect(await ready()).not.toHaveProperty('degraded');
  expect(linesAbout('the clock agrees')).toHaveLength(1);
});

test('each alert has a severity and a section of the runbook', () => {
  const alerts = readFileSync(join(root, 'deploy', 'alerts.yaml'), 'utf8').split(/^ +- alert: /m);
  const runbook = readFileSync(join(root, 'docs', 'runbook.md'), 'utf8');
  const rules = alerts.slice(1).map((text) => ({
    name: text.split('\n', 1)[0] ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1],
    section: /runbook_url: (\S+)/.exec(text)?.[1],
  }));
  expect(rules.length).toBeGreaterThan(10);
  for (const { name, severity, section } of rules) {
    expect(['critical', 'warning']).toContain(severity);
    expect(section).toBe(`docs/runbook.md#${name.toLowerCase()}`);
    expect(runbook).toContain(`\n### ${name}\n`);
  }
});

test('alerts and dashboard only use metrics that the server exports', async () => {
  const server: SpawnedServer = await spawnDemoServer({ appDirectory: null });
  try {
    const events = await readEvents(server.url, await signIn(server));
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/^club_event_streams_open 1$/m);
    events.close();
    const knownMetrics = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name]) => name),
    );
    const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
    const board = JSON.parse(read('grafana.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const queriedMetrics = [
      ...[...read('alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
      ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(queriedMetrics.length).toBeGreaterThan(15);
    const names = queriedMetrics
      .map((expr) => expr.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ''))
      .flatMap((expr) => [...expr.matchAll(/\b[a-z]\w*_\w+\b/g)].map(([name]) => name))
      .filter((name) => name !== 'histogram_quantile')
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
    expect([...new Set(names)].filter((name) => !knownMetrics.has(name))).toEqual([]);
  } finally {
    await server.dispose();
  }
}, 120_000);
