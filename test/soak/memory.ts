import { readFile } from 'node:fs/promises';
import { MINUTE_MS } from '#schemas/durations.ts';

/** Memory of a process at a point in time. */
export interface MemorySample {
  readonly pid: number;
  /** In milliseconds. */
  readonly sampledAt: number;
  readonly bytes: number;
}

const SAMPLE_MS = 5_000;
/** Time in which a process still loads code and fills caches, in milliseconds. */
const WARM_UP_MS = 60_000;

/**
 * Samples the memory of processes.
 * @returns a function that stops it
 */
export function watchMemory(
  processes: readonly { readonly pid: () => number | null }[],
  samples: MemorySample[],
): () => void {
  const sample = async () => {
    for (const process of processes) {
      const pid = process.pid();
      if (pid === null) continue;
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
      if (kilobytes === undefined) continue;
      samples.push({ pid, sampledAt: performance.now(), bytes: Number(kilobytes) * 1024 });
    }
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  return () => clearInterval(timer);
}

/** Describes the average memory growth of processes that ran for at least a minute after warming up. */
export function memorySlope(samples: readonly MemorySample[]): string {
  const samplesByProcess = Map.groupBy(samples, ({ pid }) => pid).values();
  const slopes = [...samplesByProcess].flatMap((processSamples) => {
    const warmSamples = processSamples.filter(
      ({ sampledAt }) => sampledAt > (processSamples[0]?.sampledAt ?? 0) + WARM_UP_MS,
    );
    const minutes =
      ((warmSamples.at(-1)?.sampledAt ?? 0) - (warmSamples[0]?.sampledAt ?? 0)) / MINUTE_MS;
    return minutes < 1 ? [] : [{ minutes, slope: slopeOf(warmSamples) }];
  });
  if (slopes.length === 0) return 'no process ran long enough to measure its growth';
  const total = slopes.reduce((sum, { minutes }) => sum + minutes, 0);
  const mean = slopes.reduce((sum, { minutes, slope }) => sum + minutes * slope, 0) / total;
  return `${mean.toFixed(1)} MiB a minute on average, over ${slopes.length} processes with ${Math.round(total)} minutes after warm-up`;
}

/** Computes the slope by least squares, in MiB per minute. */
function slopeOf(samples: readonly MemorySample[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const times = samples.map(({ sampledAt }) => sampledAt / MINUTE_MS);
  const sizes = samples.map(({ bytes }) => bytes / 2 ** 20);
  const [meanTime, meanSize] = [mean(times), mean(sizes)];
  const covariance = mean(
    times.map((time, index) => (time - meanTime) * ((sizes[index] ?? 0) - meanSize)),
  );
  return covariance / mean(times.map((time) => (time - meanTime) ** 2));
}
