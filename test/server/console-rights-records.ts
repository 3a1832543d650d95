import { randomUUID } from 'node:crypto';
import { type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { addCertificate } from './add-certificate.ts';
import { type TestConsole } from './console-setup.ts';

/** A campaign that can’t start, because it has ended. */
export const endedCampaign = {
  id: 'ended-campaign',
  texts: [{ language: 'en', name: 'Double points', text: 'Twice the points.' }],
  ...{ from: '2025-05-01', until: '2025-05-31', grace_days: 0 },
  ...{ types: null, tier_categories: null, levels: null },
  reward: { kind: 'factor' as const, percent: 200 },
};

/**
 * Adds records to a country: an empty batch of orders, a survey, a closed card, a certificate, an announcement draft, a released lot,
 * and settings that have taken effect.
 */
export async function addProgrammeRecords(server: TestConsole, region: RegionId) {
  const { db, clock, addOperator } = server;
  const at = new Date(clock.now());
  const [settings_version, survey, announcement] = [randomUUID(), randomUUID(), randomUUID()];
  await db
    .insertInto('settings_versions')
    .values({
      ...{ uuid: settings_version, region_id: region, state: 'active', source: 'setup' },
      ...{ starts_at: at, created_at: at, created_by: null },
      ...{ changes: toJsonb({}), before: toJsonb({}) },
    })
    .execute();
  await db
    .insertInto('surveys')
    .values({
      ...{ uuid: survey, region_id: region, survey_key: 'rights', languages: toJsonb({}) },
      ...{ created_at: at, updated_at: at },
    })
    .execute();
  await db
    .insertInto('announcements')
    .values({
      ...{ uuid: announcement, region_id: region, texts: toJsonb({}) },
      ...{ created_at: at, updated_at: at, created_by: await addOperator([]) },
    })
    .execute();
  const held_lot = randomUUID();
  const { id: company_id } = await db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', region)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('held_lots')
    .values({
      ...{ uuid: held_lot, company_id, lot: 'rights', asked: 30, unavailable: 20 },
      ...{ held_at: at, released_at: at },
    })
    .execute();
  const { uuid: card } = await db
    .insertInto('club_cards')
    .values({
      ...{ serial_number: `70000000${String(region).padStart(2, '0')}`, company_id },
      ...{ status: 'CLOSED', registered_at: null, created_at: at, updated_at: at },
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const { id: certificate } = await addCertificate(server, region);
  const order_batch = randomUUID();
  await db
    .insertInto('order_batches')
    .values({
      ...{ uuid: order_batch, region_id: region, type: 'REWIN', orders: 0, points: 0 },
      ...{ created_by: await addOperator([]), created_at: at },
    })
    .execute();
  return { settings_version, survey, announcement, card, held_lot, certificate, order_batch };
}
