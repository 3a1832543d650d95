import { Counter } from 'prom-client';

/**
 * Counts of this process, exposed at /metrics. Kinds come from a fixed list (`schemas/error-report.ts`).
 */
export const deviceErrorsReported = new Counter({
  name: 'device_errors_total',
  help: 'Errors that nobody caught on a device, as their people let it tell, by kind.',
  labelNames: ['kind'],
  registers: [],
});
