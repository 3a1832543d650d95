import { accessCalls } from '#schemas/api/access-calls.ts';
import { backoffMs } from '../retry/backoff.ts';
import type { Wake } from '../ports.ts';
import type { Transport, TransportSignal } from './transport.ts';

/** What the screen says of the network. */
export type Connection = 'online' | 'offline' | 'maintenance';

export interface Connectivity {
  state(): Connection;
  subscribe(listener: (connection: Connection) => void): () => void;
  /** Asks the server now. */
  probe(): Promise<Connection>;
  close(): void;
}

/**
 * Probing slows down to this while the server stays away: the smallest call there is, in place of all
 * the asking for remote changes that rests meanwhile (`retry-scheduler.ts`).
 */
export const PROBE_CAP_MS = 5_000;
/**
 * A network can die without any event of the browser's. Where nothing else has asked the server for so
 * long, and somebody looks at the page, this does; every answer to anything puts it off.
 */
const IDLE_PROBE_MS = 30_000;
/** Maintenance is polled as often as the specification polls the configuration (spec 1 §9). */
const MAINTENANCE_POLL_MS = 60_000;

const meaning: Record<TransportSignal, Connection> = {
  answered: 'online',
  unreachable: 'offline',
  maintenance: 'maintenance',
};

/**
 * The truth about the connection: a real call decides, the browser's events only make it ask (F12).
 * Every other call that succeeds or fails counts as a probe too.
 */
export function createConnectivity(options: {
  transport: Transport;
  wake: Wake;
  random?: () => number;
}): Connectivity {
  const { transport, wake, random = Math.random } = options;
  const listeners = new Set<(connection: Connection) => void>();
  let state: Connection = wake.online() ? 'online' : 'offline';
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<Connection> | null = null;
  let closed = false;

  const plan = () => {
    clearTimeout(timer);
    timer = undefined;
    if (closed || !wake.visible()) return;
    timer = setTimeout(() => void probe(), waitIn(state));
  };
  const waitIn = (connection: Connection): number => {
    if (connection === 'online') return IDLE_PROBE_MS;
    if (connection === 'maintenance') return MAINTENANCE_POLL_MS;
    return backoffMs(failures, random(), { capMs: PROBE_CAP_MS });
  };
  const learn = (signal: TransportSignal) => {
    if (closed) return;
    const next = meaning[signal];
    failures = next === 'online' ? 0 : failures + 1;
    const changed = next !== state;
    state = next;
    plan();
    if (changed) [...listeners].forEach((listener) => listener(next));
  };
  const probe = () => {
    // How the call ends is learnt through the transport's signal, like every other call's end.
    asking ??= transport
      .call(accessCalls.ping, {})
      .catch(() => undefined)
      .then(() => {
        asking = null;
        return state;
      });
    return asking;
  };

  const stopListening = [
    transport.subscribe(learn),
    wake.subscribe((event) => {
      if (event === 'hidden') return plan();
      // The radio is off for certain: no need to wait for a time-out to say so.
      if (event === 'offline') return learn('unreachable');
      failures = 0;
      void probe();
    }),
  ];
  plan();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    probe,
    close() {
      closed = true;
      clearTimeout(timer);
      stopListening.forEach((stop) => stop());
    },
  };
}
