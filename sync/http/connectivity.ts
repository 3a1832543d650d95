import { accessCalls } from '#schemas/api/access-calls.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import type { PageSignals } from '../ports.ts';
import type { Transport, TransportSignal } from './transport.ts';

/** What the screen says of the network. */
export type Connection = 'online' | 'offline' | 'maintenance';

/**
 * @param isReturn the server is back after it was away for longer than a flap. Whoever failed during a flap
 *   does not wait for longer than that anyway: only a return is a reason to try and to ask everything anew.
 */
export type ConnectionListener = (connection: Connection, isReturn: boolean) => void;

export interface Connectivity {
  state(): Connection;
  subscribe(listener: ConnectionListener): () => void;
  /** Asks the server now. */
  probe(): Promise<Connection>;
  /** Asks the configuration now, which alone says whether there is maintenance. */
  check(): Promise<Connection>;
  close(): void;
}

/**
 * Probing slows down to this while the server stays away: the smallest call there is, in place of all
 * the asking for remote changes that rests meanwhile (`retry-scheduler.ts`).
 */
export const PROBE_CAP_MS = 5_000;
/** Back sooner than this it was a flap (F14). */
export const FLAP_MS = 5_000;
/** Trouble that comes sooner than this after trouble finds the waits as long as they had grown. */
const STEADY_MS = 30_000;
/**
 * A network can die without any event of the browser's. Where nothing else has asked the server for so
 * long, and somebody looks at the page, this does; every answer to anything puts it off.
 */
const IDLE_PROBE_MS = 30_000;
/** Maintenance is polled as often as the specification polls the configuration (spec 1 §9). */
const MAINTENANCE_POLL_MS = 60_000;

interface ConnectivityOptions {
  readonly transport: Pick<Transport, 'call' | 'subscribe'>;
  /** What the configuration says (`check-maintenance.ts`); null, or rejected, where it says nothing. */
  readonly checkMaintenance: () => Promise<Connection | null>;
  readonly wake: PageSignals;
  readonly random?: () => number;
}

/**
 * The truth about the connection: a real call decides, the browser's events only make it ask (F12).
 * Every other call that succeeds or fails counts as a probe too. A 503 may be about one call alone, so
 * maintenance is believed of the configuration only, and its end as well (F10).
 */
export function createConnectivity(options: ConnectivityOptions): Connectivity {
  const { transport, wake, random = Math.random } = options;
  const { state, subscribe, show } = createShown(wake.online() ? 'online' : 'offline');
  const troubles = createTroubles();
  /** Something said what only the configuration can say. */
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
    // It may have been on its way when the radio went off. The browser may be wrong too: a probe decides.
    else if (isAnswer && state() === 'offline' && !wake.online() && !asking) void probe();
    else become(isAnswer ? 'online' : 'offline');
  };
  const ask = async (): Promise<unknown> => {
    // How it ends is learnt through the transport's signal, like every other call's end.
    if (!isDoubtful && state() !== 'maintenance')
      return transport.call(accessCalls.ping, {}, { budget: 'first' });
    // While it is asked, the transport's signals about it decide nothing.
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
      // The radio is off for certain: no need to wait for a time-out to say so.
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

/** How long nothing asks. @param spell what has gone wrong lately */
function pauseIn(state: Connection | 'doubtful', spell: number, random: number): number {
  if (state === 'online') return IDLE_PROBE_MS;
  if (state === 'maintenance') return MAINTENANCE_POLL_MS;
  if (state === 'doubtful' && spell === 1) return 0;
  return backoffMs(spell, random, { capMs: PROBE_CAP_MS });
}

/** The connection as it is told, and for how long it was another. */
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
    /** @returns whether it was another before */
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

/** Counts what goes wrong in one spell of trouble: the count outlives a flap, so the waits do (F14). */
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
