import { Gauge } from 'prom-client';

/** What a pool of connections says of itself. */
export interface PoolStats {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The pools of this process: one, but for tests. */
const pools = new Set<PoolStats>();

/** From now on it is counted. @returns counts it no more */
export function trackPool(pool: PoolStats): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

const sum = (of: (pool: PoolStats) => number) =>
  [...pools].reduce((all, pool) => all + of(pool), 0);

/** None on the embedded database, which has no connections. */
export const databaseConnections: Gauge = new Gauge({
  name: 'database_connections',
  help: 'Connections to PostgreSQL, by whether they are at work.',
  labelNames: ['state'],
  registers: [],
  collect: () => {
    databaseConnections.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    );
    const busy = sum(({ totalCount, idleCount }) => totalCount - idleCount);
    databaseConnections.set({ state: 'busy' }, busy);
  },
});
export const databaseWaiting: Gauge = new Gauge({
  name: 'database_waiting',
  help: 'Work that waits for a connection.',
  registers: [],
  collect: () => databaseWaiting.set(sum(({ waitingCount }) => waitingCount)),
});
