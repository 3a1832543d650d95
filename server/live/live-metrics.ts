import { Gauge } from 'prom-client';

/** Numbers of open streams in this process, exposed at /metrics. */
export const openStreams = new Gauge({
  name: 'club_event_streams_open',
  help: 'Open streams of changes.',
  registers: [],
});
export const openListStreams = new Gauge({
  name: 'club_console_streams_open',
  help: 'Open streams of the operators’ console.',
  registers: [],
});
