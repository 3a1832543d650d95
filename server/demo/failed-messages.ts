import { type Transaction } from 'kysely';
import { HOUR_MS } from '#schemas/durations.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { demoUuid } from './seeded-random.ts';

interface FailedPlan {
  readonly region: RegionCode;
  readonly kind: 'email' | 'sms';
  readonly about: string;
  /** A provider's error code. */
  readonly failure: string;
  /** How many hours ago each message failed. */
  readonly hoursAgo: readonly number[];
}

// All of these were rejected because of their recipient. A failing provider would be reported as a current problem of
// the server.
const plans: readonly FailedPlan[] = [
  { region: 'PL', kind: 'email', about: 'certificate', failure: '550', hoursAgo: [30, 41, 66] },
  { region: 'PL', kind: 'sms', about: 'team_invitation', failure: '21211', hoursAgo: [20] },
  { region: 'CZ', kind: 'email', about: 'welcome', failure: '552', hoursAgo: [52, 53] },
];

/**
 * Adds messages that the recipients' providers rejected. Like all failed messages, they no longer have a text or a
 * recipient.
 */
export async function insertFailedMessages(trx: Transaction<Database>, now: Date): Promise<void> {
  const rows = plans.flatMap(({ region, kind, about, failure, hoursAgo }) =>
    hoursAgo.map((hours) => {
      const at = new Date(now.getTime() - hours * HOUR_MS);
      return {
        uuid: demoUuid(`failed-message-${region}-${about}-${hours}`),
        ...{ kind, about, failure, is_urgent: false, tries: 1 },
        ...{ recipient: null, language: null, installer_id: null },
        ...{ content: toJsonb(null), sealed: null },
        ...{ created_at: at, due_at: at, expires_at: at, given_up_at: at },
        ...{ given_up_for: 'refused' as const, region_id: regionIdOf(region) },
      };
    }),
  );
  await trx.insertInto('messages').values(rows).execute();
}
