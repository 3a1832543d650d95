import { Counter } from 'prom-client';

/** Of this process; `http/metrics.ts` shows it. The kinds are those of a list (`schemas/error-report.ts`). */
export const deviceErrorsReported = new Counter({
  name: 'device_errors_total',
  help: 'Errors that nobody caught on a device, as their people let it tell, by kind.',
  labelNames: ['kind'],
  registers: [],
});
