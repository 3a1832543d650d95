import { percentile } from '#test/bench/percentile.ts';
import { type Retries, type Waited } from './patient-client.ts';
import { type Streams } from './streams.ts';

/** Results of a run. */
export interface LoadReport {
  readonly seed: number;
  readonly seconds: number;
  readonly devices: number;
  readonly companies: number;
  readonly waited: readonly Waited[];
  readonly retries: Retries;
  readonly streams: Streams;
  /** Peak number of database connections of all processes. */
  readonly connections: number;
  /** Peak memory of each process. */
  readonly peakBytes: readonly number[];
  /** Events of the processes, in milliseconds after the start. */
  readonly events: readonly { readonly what: string; readonly at: number }[];
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Problems such as lost or duplicated data, one sentence each. */
  readonly problems: readonly string[];
}

/** Formats a table of the calls: how often, and how long a device waited including retries. */
export function writeLoadReport(report: LoadReport): string {
  const { waited, retries, streams, events, problems } = report;
  const names = [...new Set(waited.map(({ call }) => call))].toSorted();
  const rows = names.map((name) => {
    const own = waited.filter(({ call }) => call === name);
    const times = own.map(({ ms }) => ms);
    const shown = [0.5, 0.95, 0.99, 1].map((share) => ms(percentile(times, share)));
    return [name, own.length, ...shown, own.filter(({ tries }) => tries > 1).length].join(' | ');
  });
  const slowest = Math.max(...waited.map(({ ms: wait }) => wait));
  const rejected = waited.filter(({ status }) => status >= 400).length;
  return [
    `| call | answers | median (ms) | p95 (ms) | p99 (ms) | slowest (ms) | asked again |`,
    `| --- | --- | --- | --- | --- | --- | --- |`,
    ...rows.map((row) => `| ${row} |`),
    '',
    `${waited.length} answers, ${Math.round(waited.length / report.seconds)} a second; ${rejected} refused; the longest wait of a device ${ms(slowest)} ms`,
    `asked again after: ${[...retries].map(([why, count]) => `${why} (${count})`).join(', ') || 'nothing'}`,
    `streams: ${streams.opened} opened by ${report.devices} devices, ${streams.notices} notices`,
    `connections to the database: ${report.connections} at most; memory at most: ${report.peakBytes.map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`).join(', ')}`,
    `acknowledged: ${Object.entries(report.acknowledged)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
    ...events.map(({ what, at }) => `${(at / 1000).toFixed(1)} s: ${what}`),
    problems.length === 0 ? 'nothing is lost, nothing doubled' : '',
    ...problems,
    '',
  ].join('\n');
}

const ms = (value: number) => Math.round(value);
