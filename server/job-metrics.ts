import { Counter } from 'prom-client';

/** Counts of this process, exposed at /metrics. */
export const jobFailures = new Counter({
  name: 'job_failures_total',
  help: 'Failed runs of scheduled jobs; the log has the errors.',
  labelNames: ['job'],
  registers: [],
});
