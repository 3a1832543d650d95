import { Gauge } from 'prom-client';

/** Of this process; `http/metrics.ts` shows it. */
export const openStreams = new Gauge({
  name: 'streams_open',
  help: 'Streams of changes that are open.',
  registers: [],
});
