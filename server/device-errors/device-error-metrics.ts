import { Counter } from 'prom-client';

/** Counts in this process, exposed at /metrics. Kinds come from a fixed list (`schemas/error-report.ts`). */
export const deviceErrorsReported = new Counter({
  name: 'club_device_errors_total',
  help: 'Uncaught errors on devices whose users agreed to report them, by kind.',
  labelNames: ['kind'],
  registers: [],
});
