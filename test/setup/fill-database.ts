import { type Kysely } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';
import { createVoucherKeys } from '#server/orders/voucher-keys.ts';

/** Start time in ms of in-process servers, until a test moves their clock. */
export const CLOCK_START = Date.parse('2026-05-04T10:00:00.000Z');

export type Fill = (db: Kysely<Database>) => Promise<unknown>;

/** @param now end of the demo's history, in ms */
const withDemo =
  (now: () => number): Fill =>
  async (db) => {
    await migrate(db);
    await loadDemoData({ db, clock: { now }, voucherKeys: createVoucherKeys(null) });
  };

/** Functions that fill a test's empty or migrated database. */
export const fill = {
  migrated: migrate,
  demo: withDemo(() => CLOCK_START),
  /** For servers on the real clock. */
  demoNow: withDemo(Date.now),
} satisfies Record<string, Fill>;
