import { percentile } from '#test/bench/percentile.ts';
import { type Tally, type Failure } from './tally.ts';

/** Results of a run. */
export interface Report {
  readonly seed: number;
  readonly seconds: number;
  readonly tallies: readonly Tally[];
  /** Peak memory of each process. */
  readonly peakBytes: readonly number[];
  /** Writes acknowledged to honest users. */
  readonly acknowledged: number;
  /** Other problems, one sentence each. */
  readonly problems: readonly string[];
}

/** Maximum number of wrong responses shown; all are counted. */
const MAX_PRINTED = 20;
const isHonest = ({ name }: Tally) => name.startsWith('honest');

export function allFailures({ tallies }: Report): Failure[] {
  return tallies.flatMap(({ failures }) => failures);
}

/** True if nothing was wrong. */
export function hasPassed(report: Report): boolean {
  return report.problems.length === 0 && allFailures(report).length === 0;
}

/** Waiting time of honest users, in milliseconds. */
function honestWait({ tallies }: Report): { median: number; p95: number } {
  const times = tallies.filter(isHonest).flatMap((tally) => tally.times);
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Formats a table for people and a JSON line for programs. */
export function formatReport(report: Report): string {
  const rows = report.tallies.map(
    ({ name, requests, rejected, disconnected, failures, slowestMs }) => [
      name,
      ...[requests, rejected, disconnected, failures.length, Math.round(slowestMs)].map(String),
    ],
  );
  const headings = [
    'participant',
    'requests',
    'rejected',
    'disconnected',
    'wrong responses',
    'slowest (ms)',
  ];
  const failures = allFailures(report);
  const { median, p95 } = honestWait(report);
  const peaks = report.peakBytes.map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`);
  return [
    formatTable([headings, ...rows]),
    '',
    `honest people: median ${Math.round(median)} ms, p95 ${Math.round(p95)} ms; ${report.acknowledged} writes acknowledged`,
    `memory at most, of each process: ${peaks.join(', ')}`,
    ...report.problems,
    ...failures
      .slice(0, MAX_PRINTED)
      .map(
        ({ participant, method, path, status, reason }) =>
          `${participant}: ${method} ${path} ${status}: ${reason}`,
      ),
    ...(failures.length > MAX_PRINTED ? [`and ${failures.length - MAX_PRINTED} more`] : []),
    JSON.stringify(summarise(report)),
    '',
  ].join('\n');
}

function summarise(report: Report) {
  const { seed, seconds, acknowledged, peakBytes, problems, tallies } = report;
  const summaries = tallies.map(
    ({ name, requests, rejected, disconnected, failures, slowestMs }) => {
      const slowest = Math.round(slowestMs);
      return {
        name,
        requests,
        rejected,
        disconnected,
        failures: failures.length,
        slowestMs: slowest,
      };
    },
  );
  const honest = honestWait(report);
  return { seed, seconds, acknowledged, peakBytes, honest, problems, tallies: summaries };
}

function formatTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((cells) => cells.map(pad).join('  ')).join('\n');
}
