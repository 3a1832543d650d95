import { Gauge } from 'prom-client';

/** Counters of a connection pool. */
interface PoolStats {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** This process's connection pools: only one, except in tests. */
const pools = new Set<PoolStats>();

/**
 * Includes a pool in the metrics.
 * @returns a function that removes the pool
 */
export function trackPool(pool: PoolStats): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

const sum = (count: (pool: PoolStats) => number) =>
  [...pools].reduce((total, pool) => total + count(pool), 0);

/** Zero on the embedded database, which has no connections. */
export const databaseConnections: Gauge = new Gauge({
  name: 'club_database_pool_connections',
  help: 'Connections to PostgreSQL, by state.',
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
  name: 'club_database_pool_waiting',
  help: 'Tasks that wait for a connection.',
  registers: [],
  collect: () => databaseWaiting.set(sum(({ waitingCount }) => waitingCount)),
});
