import { type Kysely } from 'kysely';
import * as v from 'valibot';
import webPush from 'web-push';
import { type Database } from '../db/tables.ts';

/** Key pair that identifies this server to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const STATE_KEY = 'vapid';
const storedKeys = v.object({ publicKey: v.string(), privateKey: v.string() });

/**
 * Returns this installation's keys, and creates them on first use. They are stored in the database, so that all
 * processes use the same keys. With other keys, existing subscriptions wouldn't work.
 */
export async function loadVapidKeys(db: Kysely<Database>): Promise<VapidKeys> {
  const existingKeys = await readKeys(db);
  if (existingKeys) return existingKeys;
  await db
    .insertInto('server_state')
    .values({ key: STATE_KEY, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const keys = await readKeys(db);
  if (!keys) throw new Error('The keys for push messages couldn’t be stored.');
  return keys;
}

async function readKeys(db: Kysely<Database>): Promise<VapidKeys | null> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst();
  return row ? v.parse(storedKeys, JSON.parse(row.value)) : null;
}
