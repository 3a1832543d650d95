import { Gauge } from 'prom-client';

/** Counts of this process, exposed at /metrics. */
export const openStreams = new Gauge({
  name: 'streams_open',
  help: 'Open streams of changes.',
  registers: [],
});
