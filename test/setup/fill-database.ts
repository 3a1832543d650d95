import { type Kysely } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';

export type Fill = (db: Kysely<Database>) => Promise<unknown>;

/** What makes a test's database of one that is empty, or has its tables already. */
export const fill = {
  migrated: migrate,
  async demo(db) {
    await migrate(db);
    await loadDemoData({ db, clock: { now: Date.now } });
  },
} satisfies Record<string, Fill>;
