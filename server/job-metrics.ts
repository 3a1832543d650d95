import { Counter, Gauge } from 'prom-client';

/** Number of failed runs in this process, exposed at /metrics. */
export const jobFailures = new Counter({
  name: 'club_job_failures_total',
  help: 'Failed runs of scheduled jobs; the log has the errors.',
  labelNames: ['job'],
  registers: [],
});
/**
 * Each process runs all jobs and exports its own time of success. A job's last success is the latest of these times.
 */
export const jobLastSuccess = new Gauge({
  name: 'club_job_last_success_timestamp_seconds',
  help: 'Time of the last successful run of scheduled jobs, in seconds since 1970.',
  labelNames: ['job'],
  registers: [],
});
