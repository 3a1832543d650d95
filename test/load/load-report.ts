import { percentile } from '#test/bench/percentile.ts';
import { type Retries, type RequestWait } from './patient-client.ts';
import { type Streams } from './streams.ts';

/** Results of a run. */
export interface LoadReport {
  readonly seed: number;
  readonly seconds: number;
  readonly devices: number;
  readonly companies: number;
  readonly waits: readonly RequestWait[];
  readonly retries: Retries;
  readonly streams: Streams;
  /** Peak number of database connections of all processes. */
  readonly connections: number;
  /** Peak memory of each process. */
  readonly peakBytes: readonly number[];
  /** Events of the processes, in milliseconds after the start. */
  readonly events: readonly { readonly description: string; readonly loggedAt: number }[];
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Problems such as lost or duplicated data, one sentence each. */
  readonly problems: readonly string[];
}

/** Formats a table of the calls with their counts and waiting times, including retries. */
export function writeLoadReport(report: LoadReport): string {
  const { waits, retries, streams, events, problems } = report;
  const names = [...new Set(waits.map(({ call }) => call))].toSorted();
  const rows = names.map((name) => {
    const callWaits = waits.filter(({ call }) => call === name);
    const times = callWaits.map(({ ms }) => ms);
    const percentiles = [0.5, 0.95, 0.99, 1].map((share) => ms(percentile(times, share)));
    return [
      name,
      callWaits.length,
      ...percentiles,
      callWaits.filter(({ attempts }) => attempts > 1).length,
    ].join(' | ');
  });
  const slowest = Math.max(...waits.map(({ ms: duration }) => duration));
  const rejectedCount = waits.filter(({ status }) => status >= 400).length;
  return [
    `| call | responses | median (ms) | p95 (ms) | p99 (ms) | slowest (ms) | retries |`,
    `| --- | --- | --- | --- | --- | --- | --- |`,
    ...rows.map((row) => `| ${row} |`),
    '',
    `${waits.length} responses, ${Math.round(waits.length / report.seconds)} a second; ${rejectedCount} rejected; the longest wait of a device ${ms(slowest)} ms`,
    `retried after: ${[...retries].map(([reason, count]) => `${reason} (${count})`).join(', ') || 'nothing'}`,
    `streams: ${streams.opened} opened by ${report.devices} devices, ${streams.notices} notices`,
    `connections to the database: ${report.connections} at most; memory at most: ${report.peakBytes.map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`).join(', ')}`,
    `acknowledged: ${Object.entries(report.acknowledged)
      .map(([description, count]) => `${count} ${description}`)
      .join(', ')}`,
    ...events.map(
      ({ description, loggedAt }) => `${(loggedAt / 1000).toFixed(1)} s: ${description}`,
    ),
    problems.length === 0 ? 'nothing was lost or duplicated' : '',
    ...problems,
    '',
  ].join('\n');
}

const ms = (value: number) => Math.round(value);
