import { Counter } from 'prom-client';

/** Counts of this process, exposed at /metrics. */
export const jobFailures = new Counter({
  name: 'job_failures_total',
  help: 'Scheduled jobs that failed; the log says with what.',
  labelNames: ['job'],
  registers: [],
});
