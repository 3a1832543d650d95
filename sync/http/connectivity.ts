import { accessCalls } from '#schemas/api/access-calls.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import type { PageSignals } from '../ports.ts';
import type { Transport } from './transport.ts';
import type { TransportSignal } from './exchange.ts';

/** Connection state shown to the user. */
export type Connection = 'online' | 'offline' | 'maintenance';

/**
 * @param hasRecovered true if the server is back after an outage of at least `FLAP_MS`. Only then
 * retry and refetch everything, because backoff covers shorter outages.
 */
export type ConnectionListener = (connection: Connection, hasRecovered: boolean) => void;

export interface Connectivity {
  state(): Connection;
  subscribe(listener: ConnectionListener): () => void;
  /** Probes the server now. */
  probe(): Promise<Connection>;
  /** Fetches the configuration now; only it can confirm maintenance. */
  check(): Promise<Connection>;
  close(): void;
}

/**
 * Longest probe interval while offline. The probe is the API's smallest call, and pulls pause in the meantime
 * (`retry-scheduler.ts`).
 */
export const PROBE_CAP_MS = 5_000;
/** An outage shorter than this is a flap (F14). */
export const FLAP_MS = 5_000;
/** Failures within this time of the previous one keep increasing the backoff. */
const FAILURE_WINDOW_MS = 30_000;
/**
 * A network can fail without a browser event, so probe after this time without a response while the page is
 * visible.
 */
const IDLE_PROBE_MS = 30_000;
/** Poll interval during maintenance, as for the configuration (spec 1 §9). */
const MAINTENANCE_POLL_MS = 60_000;

interface ConnectivityOptions {
  readonly transport: Pick<Transport, 'call' | 'subscribe'>;
  /**
   * Checks the configuration for maintenance (`check-maintenance.ts`); null or rejected if the
   * state stays unknown.
   */
  readonly checkMaintenance: () => Promise<Connection | null>;
  readonly pageSignals: PageSignals;
  readonly random?: () => number;
}

/**
 * Tracks the connection. Only a real call decides; browser events just trigger a probe (F12). Every
 * other call counts as a probe too. A 503 may concern one call only, so the configuration decides
 * when maintenance starts and ends (F10).
 */
export function createConnectivity(options: ConnectivityOptions): Connectivity {
  const { transport, pageSignals, random = Math.random } = options;
  const { state, subscribe, update } = createConnectionState(
    pageSignals.online() ? 'online' : 'offline',
  );
  const failures = createFailureCount();
  /** A response suggested maintenance; the configuration has to confirm it. */
  let mustCheckConfiguration = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingCheck: Promise<Connection> | null = null;
  /** Number of times that the browser has reported that it is offline. */
  let offlineEvents = 0;
  let isClosed = false;

  const nextProbeDelay = () =>
    probeDelay(mustCheckConfiguration ? 'unconfirmed' : state(), failures.count(), random());
  const scheduleProbe = () => {
    clearTimeout(timer);
    if (!isClosed && pageSignals.visible())
      timer = setTimeout(() => void probe(), nextProbeDelay());
  };
  const setState = (newState: Connection) => {
    if (isClosed) return;
    const hasChanged = update(newState);
    if (hasChanged && newState === 'offline') failures.add();
    if (hasChanged || (newState === 'online' && !mustCheckConfiguration)) scheduleProbe();
  };
  const suspectMaintenance = () => {
    if (mustCheckConfiguration) return;
    mustCheckConfiguration = true;
    failures.add();
    scheduleProbe();
  };
  const onSignal = (signal: TransportSignal) => {
    const isReached = signal === 'reached';
    if (signal === 'maintenance' || (isReached && state() === 'maintenance')) suspectMaintenance();
    // The response may have been in flight when the radio went off, or the browser may be wrong, so
    // probe.
    else if (isReached && state() === 'offline' && !pageSignals.online()) void probe();
    else setState(isReached ? 'online' : 'offline');
  };
  const requestState = async (): Promise<Connection | null> => {
    if (!mustCheckConfiguration && state() !== 'maintenance') {
      // If the call fails, the transport's signal reports it, as for any other call.
      await transport.call(accessCalls.ping, {}, { budget: 'first' });
      return 'online';
    }
    // Ignore the transport's signals about this call.
    mustCheckConfiguration = true;
    const verdict = await options.checkMaintenance().catch(() => null);
    mustCheckConfiguration = false;
    return verdict;
  };
  const probe = () => {
    const eventsBefore = offlineEvents;
    pendingCheck ??= requestState()
      .catch(() => null)
      .then((result) => {
        pendingCheck = null;
        // Only a probe sent after the browser went offline proves the browser wrong.
        if (result && eventsBefore === offlineEvents) setState(result);
        if (state() === 'offline') failures.add();
        scheduleProbe();
        return state();
      });
    return pendingCheck;
  };
  const unsubscribers = [
    transport.subscribe(onSignal),
    pageSignals.subscribe((event) => {
      if (event === 'hidden' || event === 'cached') scheduleProbe();
      // The radio is certainly off, so don't wait for a timeout.
      else if (event === 'offline') {
        offlineEvents += 1;
        onSignal('unreachable');
      } else void probe();
    }),
  ];
  scheduleProbe();

  const check = async () => {
    // After the pending probe, another caller may have started the next one.
    while (pendingCheck !== null) await pendingCheck;
    mustCheckConfiguration = true;
    return probe();
  };
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    unsubscribers.forEach((unsubscribe) => unsubscribe());
  };
  return { state, subscribe, probe, check, close };
}

/**
 * Returns the time until the next probe, in ms.
 * @param failureCount number of recent failures
 */
function probeDelay(
  state: Connection | 'unconfirmed',
  failureCount: number,
  random: number,
): number {
  if (state === 'online') return IDLE_PROBE_MS;
  if (state === 'maintenance') return MAINTENANCE_POLL_MS;
  if (state === 'unconfirmed' && failureCount === 1) return 0;
  return backoffMs(failureCount, random, { capMs: PROBE_CAP_MS });
}

/** Stores the reported state, and measures how long the server was unreachable. */
function createConnectionState(initial: Connection) {
  const listeners = new Set<ConnectionListener>();
  let state = initial;
  let unreachableSince = Number.NEGATIVE_INFINITY;
  return {
    state: () => state,
    subscribe(listener: ConnectionListener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns true if the state changed */
    update(newState: Connection): boolean {
      if (newState === state) return false;
      if (state === 'online') unreachableSince = performance.now();
      state = newState;
      const hasRecovered = newState === 'online' && performance.now() - unreachableSince >= FLAP_MS;
      [...listeners].forEach((listener) => listener(newState, hasRecovered));
      return true;
    },
  };
}

/** Counts recent failures. A flap doesn't reset the count, so it doesn't reset the backoff either (F14). */
function createFailureCount() {
  let count = 0;
  let lastFailureAt = Number.NEGATIVE_INFINITY;
  return {
    count: () => count,
    add() {
      const now = performance.now();
      count = now - lastFailureAt > FAILURE_WINDOW_MS ? 1 : count + 1;
      lastFailureAt = now;
    },
  };
}
