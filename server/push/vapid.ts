import { type Kysely } from 'kysely';
import * as v from 'valibot';
import webPush from 'web-push';
import { type Database } from '../db/tables.ts';

/** The pair of keys by which push services know us (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const STATE_KEY = 'vapid';
const kept = v.object({ publicKey: v.string(), privateKey: v.string() });

/**
 * This installation's keys, made when they are first asked for. They stay in the database, so that
 * all processes sign alike; devices that subscribed with other keys would never hear from us again.
 */
export async function vapidKeys(db: Kysely<Database>): Promise<VapidKeys> {
  const found = await readKeys(db);
  if (found) return found;
  await db
    .insertInto('server_state')
    .values({ key: STATE_KEY, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const keys = await readKeys(db);
  if (!keys) throw new Error('The keys for push messages could not be kept.');
  return keys;
}

async function readKeys(db: Kysely<Database>): Promise<VapidKeys | null> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst();
  return row ? v.parse(kept, JSON.parse(row.value)) : null;
}
