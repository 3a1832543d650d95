import { Counter } from 'prom-client';

/** Of this process; `http/metrics.ts` shows it. */
export const jobFailures = new Counter({
  name: 'job_failures_total',
  help: 'Scheduled jobs that failed; the log says with what.',
  labelNames: ['job'],
  registers: [],
});
