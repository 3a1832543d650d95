import { type Kysely } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';

/** When it is for servers in process, until a test moves their clock; in ms. */
export const CLOCK_BEGINS = Date.parse('2026-05-04T10:00:00.000Z');

export type Fill = (db: Kysely<Database>) => Promise<unknown>;

/** @param now when it is in the demo, which has a history until then; in ms */
const withDemo =
  (now: () => number): Fill =>
  async (db) => {
    await migrate(db);
    await loadDemoData({ db, clock: { now } });
  };

/** What makes a test's database of one that is empty, or has its tables already. */
export const fill = {
  migrated: migrate,
  demo: withDemo(() => CLOCK_BEGINS),
  /** For servers on the real clock. */
  demoNow: withDemo(Date.now),
} satisfies Record<string, Fill>;
