import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { addDays, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { addVersion, lockSettings } from '../configuration/settings-versions.ts';
import { writeProductTypes, writeRegionSettings } from '../configuration/write-settings.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { readSealingState } from '../orders/sealing-state.ts';
import { sealCodes, sealResponses } from '../orders/seal-stored-vouchers.ts';
import { taxColumns } from '../registration/tax-columns.ts';
import { writeRegistrationSurveys } from '../registration/registration-surveys.ts';
import { type Services } from '../services.ts';
import { demoAccounts } from './accounts.ts';
import { withDemoCampaign, writeDemoBudgets } from './campaigns.ts';
import { insertDemoCards } from './cards.ts';
import { insertDemoTemplates } from './chat-templates.ts';
import { demoCompanies, demoCompanyKeys } from './companies.ts';
import { drawDemoPhoto } from './demo-photo.ts';
import { COMPANY_AGE_DAYS, demoPhotoId } from './history-rows.ts';
import { buildDemoHistories, type DemoHistory } from './history.ts';
import { assignCreators, insertDemoMembers } from './members.ts';
import { insertDemoNews } from './news.ts';
import { demoLogo } from './order-plans.ts';
import {
  EMPTY_SURVEY_ANSWERS,
  insertDemoRegistrants,
  createOnboardedOptions,
} from './registrants.ts';
import { insertDemoImports } from './imports.ts';
import { insertDemoRequests } from './lead-requests.ts';
import { insertDemoOperators } from './operators.ts';
import { demoProductTypes } from './product-catalogue.ts';
import { insertDemoGuide } from './product-guide.ts';
import { demoRegionSettings, demoTiers } from './region-settings.ts';
import { demoRegistrationSurveys } from './registration-surveys.ts';
import { insertDemoMovements, insertDemoShop } from './shop.ts';
import { demoSerials } from './serials.ts';
import { insertDemoAnnouncements } from './announcements.ts';
import { insertFailedMessages } from './failed-messages.ts';
import { insertDemoVoucherCodes } from './voucher-codes.ts';
import { writeTier } from '../tiers/write-tier.ts';

/**
 * Loads the demo data once, in one transaction: settings, registry, companies, people and their history. Several
 * processes may try concurrently.
 * @returns true if this call loaded the data
 */
export async function loadDemoData({
  db,
  clock,
  voucherKeys,
}: Pick<Services, 'db' | 'clock' | 'voucherKeys'>): Promise<boolean> {
  const now = new Date(clock.now());
  // The mark is read before anything is written, so that the server can start with a full disk.
  const demoMark = db.selectFrom('server_state').select('key').where('key', '=', 'demo_data');
  if (await demoMark.executeTakeFirst()) return false;
  return transact(db, async (trx) => {
    // A concurrent process waits here until the first one commits, and then finds its mark.
    const insertedMark = await trx
      .insertInto('server_state')
      .values({ key: 'demo_data', value: now.toISOString() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!insertedMark) return false;
    await loadDemoSettings(trx, now);
    await insertPeople(trx, now);
    await insertDemoRegistrants(trx);
    await insertDemoMembers(trx, now, new Date(now.getTime() - COMPANY_AGE_DAYS * DAY_MS));
    await insertPhotos(trx, now);
    await insertOrderFile(trx, now);
    await insertDemoShop(trx, now);
    await insertHistories(trx, now);
    await insertDemoVoucherCodes(trx, now);
    await insertDemoCards(trx, now);
    await insertDemoNews(trx, now);
    await insertDemoOperators(trx, now);
    await insertDemoMovements(trx, now);
    await insertDemoTemplates(trx);
    await insertDemoAnnouncements(trx, now);
    await insertFailedMessages(trx, now);
    await insertDemoVersions(trx, now);
    await insertDemoRequests(trx, now);
    await insertDemoImports(trx, now);
    if ((await readSealingState(trx)) !== 'clear') {
      for (const seal of [sealCodes, sealResponses])
        while ((await seal(trx, voucherKeys)).count > 0);
    }
    return true;
  });
}

/**
 * Loads the settings of all countries, the product types, tiers, registration surveys and product guides, and the
 * registry, but no companies.
 * @param campaignStart first day of the campaign; undefined for no campaign
 */
export async function loadDemoSettings(db: Kysely<Database>, campaignStart?: Date): Promise<void> {
  for (const settings of demoRegionSettings) {
    await writeRegionSettings(
      db,
      campaignStart ? withDemoCampaign(settings, campaignStart) : settings,
    );
  }
  if (campaignStart) await writeDemoBudgets(db);
  await writeProductTypes(db, demoProductTypes);
  for (const tier of demoTiers) await writeTier(db, tier);
  await writeRegistrationSurveys(db, demoRegistrationSurveys);
  await insertDemoGuide(db);
  await sql`
    insert into registry (code, type, size, variant)
    select code, type, size, variant from json_to_recordset(${JSON.stringify(demoSerials())}::json)
      as serials(code text, type text, size text, variant text)
    on conflict do nothing`.execute(db);
}

/** Adds a planned version of Poland's settings, which starts in a month. */
async function insertDemoVersions(trx: Transaction<Database>, now: Date): Promise<void> {
  const region = regionIdOf('PL');
  const settings = await lockSettings(trx, 'PL');
  if (settings === null) return;
  const version = { region, source: 'setup', createdBy: null } as const;
  const plannedSettings = { welcome_points: settings.welcome_points + 200 };
  const startsAt = startOfDay('PL', addDays(dayIn('PL', now.getTime()), 30));
  await addVersion(
    trx,
    settings,
    { ...version, changes: plannedSettings, startsAt },
    now.getTime(),
  );
}

async function insertPeople(trx: Transaction<Database>, now: Date): Promise<void> {
  const joinedAt = new Date(now.getTime() - COMPANY_AGE_DAYS * DAY_MS);
  await trx
    .insertInto('companies')
    .values(
      demoCompanyKeys.map((key) => {
        const company = demoCompanies[key];
        return {
          id: company.id,
          name: company.name,
          ...taxColumns(company.region, {
            registration_number: company.registrationNumber,
            registration_number_2: company.registrationNumber2,
          }),
          company_type: company.region === 'CZ' ? 2 : null,
          disclaimer_accepted: true,
          declaration_accepted: true,
          address: company.address,
          postal_code: company.postalCode,
          city: company.city,
          regions_id: company.regionsId,
          survey: EMPTY_SURVEY_ANSWERS,
          is_recommended: company.isRecommended,
          accepts_leads: company.acceptsLeads === 1,
          availability: company.acceptsLeads === 1,
          has_edenred_card: company.hasCard,
          edenred_card: null,
          crm_customer_id: null,
          created_at: joinedAt,
        };
      }),
    )
    .execute();
  await trx
    .insertInto('installers')
    .values(
      Object.values(demoAccounts).map((account) => ({
        id: account.userId,
        company_id: account.companyId,
        name: account.name,
        surname: account.surname,
        email: account.email,
        phone: account.phone,
        avatar: null,
        role: account.role,
        languages_id: account.languagesId,
        // One account still has to verify its address.
        verified_email_at: account.userId === demoAccounts.ukrainianOwner.userId ? null : joinedAt,
        email_consent: true,
        phone_consent: true,
        options: createOnboardedOptions(joinedAt.toISOString(), { hasAgreedToTerms: true }),
        created_at: joinedAt,
      })),
    )
    .execute();
}

/** Inserts a photo for each company, all different, because reviewers are warned about photos that companies share. */
async function insertPhotos(trx: Transaction<Database>, now: Date): Promise<void> {
  const rows = demoCompanyKeys.map((key, index) => {
    const content = drawDemoPhoto(1, [150, 190 - index * 4, 225]);
    return {
      uuid: demoPhotoId(key),
      company_id: demoCompanies[key].id,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      media_type: 'image/png',
      content,
      created_at: new Date(now.getTime() - COMPANY_AGE_DAYS * DAY_MS),
    };
  });
  await trx.insertInto('photos').values(rows).execute();
}

/** Inserts the logo used for a banner order. */
async function insertOrderFile(trx: Transaction<Database>, now: Date): Promise<void> {
  const content = drawDemoPhoto();
  await trx
    .insertInto('order_files')
    .values({
      ...demoLogo,
      company_id: demoAccounts.polishOwner.companyId,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      media_type: 'image/png',
      content,
      created_at: now,
    })
    .execute();
}

async function insertLeads(trx: Transaction<Database>, history: DemoHistory): Promise<void> {
  const { leads, notifications } = history;
  if (leads.length === 0) return;
  await trx.insertInto('leads').values(leads).execute();
  // The next edits of these leads are compared with this state.
  await trx
    .insertInto('lead_edits')
    .values(
      leads.map(({ uuid, op_id, rev, updated_at, moved_by }) => ({
        lead_uuid: uuid,
        op_id,
        rev,
        // Marks the status as changed by the company.
        parts: moved_by === 'installer' ? sql`'["status"]'::jsonb` : sql`'[]'::jsonb`,
        created_at: updated_at,
      })),
    )
    .execute();
  await trx.insertInto('notifications').values(notifications).execute();
}

async function insertChats(trx: Transaction<Database>, history: DemoHistory): Promise<void> {
  const { chats, messages } = history;
  if (chats.length === 0) return;
  await trx.insertInto('support_chats').values(chats).execute();
  await trx.insertInto('support_messages').values(messages).execute();
}

async function insertHistories(trx: Transaction<Database>, now: Date): Promise<void> {
  for (const history of buildDemoHistories(now.getTime())) {
    const { projects, scans, ledger } = assignCreators(history);
    await trx.insertInto('projects').values(projects).execute();
    await trx.insertInto('scans').values(scans).execute();
    if (history.orders.length > 0) {
      await trx.insertInto('orders').values(history.orders).execute();
    }
    if (history.certificates.length > 0) {
      await trx.insertInto('warranty_certificates').values(history.certificates).execute();
    }
    await trx.insertInto('ledger').values(ledger).execute();
    await insertLeads(trx, history);
    await trx.insertInto('survey_invitations').values(history.surveys).execute();
    await insertChats(trx, history);
    await trx
      .updateTable('companies')
      .set({ rev: history.rev })
      .where('id', '=', history.companyId)
      .execute();
  }
}
