import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { createSession } from '#server/access/sessions.ts';
import { nextRev } from '#server/db/changes.ts';
import { transact } from '#server/db/database.ts';
import { type Database } from '#server/db/tables.ts';
import { roles } from '#schemas/roles.ts';
import { seedPeople, type TestAccount } from '#test/server/test-accounts.ts';

/** A signed-in device. */
export interface Device {
  readonly token: string;
  readonly userId: string;
  readonly companyId: string;
  /** Its IP address. */
  readonly address: string;
}

/** Points of each company. */
const BUDGET = 1_000_000;

/** Creates companies with an owner and staff each, whose devices are signed in. */
export async function seedDevices(
  db: Kysely<Database>,
  { devices, companies }: { readonly devices: number; readonly companies: number },
): Promise<Device[]> {
  const now = Date.now();
  const companyIds = Array.from({ length: companies }, () => randomUUID());
  const accounts = Array.from({ length: devices }, (_, index): TestAccount => {
    const isOwner = index < companies;
    return {
      id: randomUUID(),
      companyId: companyIds[index % companies] ?? '',
      region: 'PL',
      role: isOwner ? roles.owner : roles.staff,
      email: `load${index}@example.com`,
      phone: `+48600${String(index).padStart(6, '0')}`,
      language: 'pl',
    };
  });
  await seedPeople(db, now, accounts);
  for (const companyId of companyIds) await givePoints(db, companyId, now);
  const signedIn: Device[] = [];
  for (const [index, { id: userId, companyId }] of accounts.entries()) {
    const session = {
      installerId: userId,
      companyId,
      deviceHash: null,
      identifierHash: null,
      device: { browser: 'chrome' as const, system: 'android' as const },
    };
    const { token } = await transact(db, (trx) => createSession(trx, now, session));
    const address = `10.9.${Math.floor(index / 250)}.${index % 250}`;
    signedIn.push({ token, userId, companyId, address });
  }
  return signedIn;
}

async function givePoints(db: Kysely<Database>, company_id: string, now: number): Promise<void> {
  const moment = new Date(now);
  await transact(db, async (trx) => {
    const rev = await nextRev(trx, company_id);
    const entry = { event: 'other', points: BUDGET, variation: 'positive' } as const;
    const base = { uuid: randomUUID(), op_id: randomUUID(), company_id, project_uuid: null };
    const moments = { created_at: moment, updated_at: moment };
    await trx
      .insertInto('ledger')
      .values({ ...base, ...entry, ...moments, rev })
      .execute();
  });
}
