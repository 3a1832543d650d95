import { accessCalls } from '#schemas/api/access-calls.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import type { PageSignals } from '../ports.ts';
import type { Transport, TransportSignal } from './transport.ts';

/** Connection state shown on screen. */
export type Connection = 'online' | 'offline' | 'maintenance';

/**
 * @param isReturn true if the server is back after more than a flap. Only a return is a reason to retry and
 *   refetch everything; a flap is shorter than any backoff.
 */
export type ConnectionListener = (connection: Connection, isReturn: boolean) => void;

export interface Connectivity {
  state(): Connection;
  subscribe(listener: ConnectionListener): () => void;
  /** Probes the server now. */
  probe(): Promise<Connection>;
  /** Fetches the configuration now, the only source for maintenance. */
  check(): Promise<Connection>;
  close(): void;
}

/**
 * Longest probe interval while offline. The probe is the smallest call there is, and replaces all pulls
 * meanwhile (`retry-scheduler.ts`).
 */
export const PROBE_CAP_MS = 5_000;
/** An outage shorter than this is a flap (F14). */
export const FLAP_MS = 5_000;
/** Failures within this time of the previous one keep increasing the backoff. */
const STEADY_MS = 30_000;
/**
 * A network can fail without a browser event, so probe after this time without a response while the page is
 * visible.
 */
const IDLE_PROBE_MS = 30_000;
/** Poll interval during maintenance, as for the configuration (spec 1 §9). */
const MAINTENANCE_POLL_MS = 60_000;

interface ConnectivityOptions {
  readonly transport: Pick<Transport, 'call' | 'subscribe'>;
  /** Checks the configuration for maintenance (`check-maintenance.ts`); null or rejected if it can't tell. */
  readonly checkMaintenance: () => Promise<Connection | null>;
  readonly wake: PageSignals;
  readonly random?: () => number;
}

/**
 * Tracks the connection. Only a real call decides; browser events just trigger a probe (F12). Every other
 * call counts as a probe too. A 503 may concern one call only, so both start and end of maintenance are
 * decided by the configuration (F10).
 */
export function createConnectivity(options: ConnectivityOptions): Connectivity {
  const { transport, wake, random = Math.random } = options;
  const { state, subscribe, show } = createShown(wake.online() ? 'online' : 'offline');
  const troubles = createTroubles();
  /** A response suggested maintenance; the configuration has to confirm it. */
  let isDoubtful = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<Connection> | null = null;
  let closed = false;

  const pause = () => pauseIn(isDoubtful ? 'doubtful' : state(), troubles.count(), random());
  const plan = () => {
    clearTimeout(timer);
    if (!closed && wake.visible()) timer = setTimeout(() => void probe(), pause());
  };
  const become = (next: Connection) => {
    const isOther = show(next);
    if (isOther && next === 'offline') troubles.add();
    if (isOther || (next === 'online' && !isDoubtful)) plan();
  };
  const doubt = () => {
    if (isDoubtful) return;
    isDoubtful = true;
    troubles.add();
    plan();
  };
  const learn = (signal: TransportSignal) => {
    if (closed) return;
    const isAnswer = signal === 'answered';
    if (signal === 'maintenance' || (isAnswer && state() === 'maintenance')) doubt();
    // The response may have been in flight when the radio went off, or the browser is wrong: probe.
    else if (isAnswer && state() === 'offline' && !wake.online() && !asking) void probe();
    else become(isAnswer ? 'online' : 'offline');
  };
  const ask = async (): Promise<unknown> => {
    // The result arrives through the transport's signal, like that of any other call.
    if (!isDoubtful && state() !== 'maintenance')
      return transport.call(accessCalls.ping, {}, { budget: 'first' });
    // Ignore the transport's signals about this call.
    isDoubtful = true;
    const said = await options.checkMaintenance().catch(() => null);
    isDoubtful = false;
    return said && become(said);
  };
  const probe = () => {
    asking ??= ask()
      .catch(() => undefined)
      .then(() => {
        asking = null;
        if (state() === 'offline') troubles.add();
        plan();
        return state();
      });
    return asking;
  };
  const stopListening = [
    transport.subscribe(learn),
    wake.subscribe((event) => {
      if (event === 'hidden' || event === 'cached') plan();
      // The radio is certainly off: don't wait for a timeout.
      else if (event === 'offline') learn('unreachable');
      else void probe();
    }),
  ];
  plan();

  const check = async () => {
    await asking;
    isDoubtful = true;
    return probe();
  };
  const close = () => {
    closed = true;
    clearTimeout(timer);
    stopListening.forEach((stop) => stop());
  };
  return { state, subscribe, probe, check, close };
}

/** Returns the time until the next probe, in ms. @param spell number of recent failures */
function pauseIn(state: Connection | 'doubtful', spell: number, random: number): number {
  if (state === 'online') return IDLE_PROBE_MS;
  if (state === 'maintenance') return MAINTENANCE_POLL_MS;
  if (state === 'doubtful' && spell === 1) return 0;
  return backoffMs(spell, random, { capMs: PROBE_CAP_MS });
}

/** Reported state, and how long the previous one lasted. */
function createShown(initial: Connection) {
  const listeners = new Set<ConnectionListener>();
  let state = initial;
  let awaySince = Number.NEGATIVE_INFINITY;
  return {
    state: () => state,
    subscribe(listener: ConnectionListener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns true if the state changed */
    show(next: Connection): boolean {
      if (next === state) return false;
      if (state === 'online') awaySince = performance.now();
      state = next;
      const isReturn = next === 'online' && performance.now() - awaySince >= FLAP_MS;
      [...listeners].forEach((listener) => listener(next, isReturn));
      return true;
    },
  };
}

/** Counts recent failures. The count survives a flap, so backoff does too (F14). */
function createTroubles() {
  let count = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    count: () => count,
    add() {
      const now = performance.now();
      count = now - lastAt > STEADY_MS ? 1 : count + 1;
      lastAt = now;
    },
  };
}
