import { Counter } from 'prom-client';

/**
 * Counters in this process, exposed by `http/observability/metrics.ts`. That module also counts the rate-limited
 * requests, by route.
 */
export const codeLookups = new Counter({
  name: 'club_serial_number_lookups_total',
  help: 'Serial numbers looked up by a company for the first time, by availability.',
  labelNames: ['available'],
  registers: [],
});
export const scansRejected = new Counter({
  name: 'club_scans_rejected_total',
  help: 'Rejected edits of scans, by error code.',
  labelNames: ['code'],
  registers: [],
});
export const lotsHeld = new Counter({
  name: 'club_lots_held_total',
  help: 'Lots held for review because a company looked up their numbers one after the other.',
  registers: [],
});
