import { Counter } from 'prom-client';

/**
 * Counters of this process, exposed by `http/observability/metrics.ts`. Rate-limited requests are
 * counted there by route.
 */
export const codeLookups = new Counter({
  name: 'serial_numbers_asked_total',
  help: 'Serial numbers that companies asked about for the first time, by whether they were to be had.',
  labelNames: ['available'],
  registers: [],
});
export const scansRejected = new Counter({
  name: 'scans_refused_total',
  help: 'Edits of scans that were refused, by the code that the device was told.',
  labelNames: ['code'],
  registers: [],
});
export const lotsHeld = new Counter({
  name: 'lots_held_total',
  help: 'Lots whose numbers a company has asked for one after the other, and whose scans are held for review.',
  registers: [],
});
