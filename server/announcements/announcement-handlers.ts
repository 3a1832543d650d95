import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import {
  languageById,
  type CatalogueLanguage,
  sourceLanguage,
  toCatalogueLanguage,
} from '#schemas/languages.ts';
import {
  ANNOUNCEMENT_HOLD_MS,
  announcementProblems,
} from '#schemas/operator/announcement-calls.ts';
import { type Audience } from '#schemas/operator/audience.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf, type RegionId } from '#schemas/regions.ts';
import { selectPeople } from '../companies/select-people.ts';
import { getRegionalSettings } from '../configuration/region-rules.ts';
import {
  type AuditedChange,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { readRegionPage } from '../console/region-page.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AnnouncementTexts } from './announcement-tables.ts';
import { loadAnnouncements } from './load-announcements.ts';
import { languageFor, writeNotifications } from './write-notifications.ts';

type AnnouncementRow = Selectable<Database['announcements']>;

const listAnnouncements: OperatorHandler<typeof operatorCalls.listAnnouncements> = async (
  { query, operator },
  { db },
) => {
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'announcements',
      keys: ['created_at', 'uuid'],
      isDescending: query.sort !== 'created_at',
      where: (rows) => rows.where('state', '<>', 'discarded'),
    },
    { load: (ids, queries) => loadAnnouncements(db, queries, ids), idOf: ({ id }) => id },
  );
  return { data: rows.map(({ texts: _texts, audience: _audience, ...row }) => row), meta };
};

const getAnnouncement: OperatorHandler<typeof operatorCalls.getAnnouncement> = async (
  { params: { id }, operator: { queries } },
  { db, clock },
) => {
  const [announcement] = await loadAnnouncements(db, queries, [id]);
  if (!announcement) throw new ApiFailure('not_found');
  const { company_types: types } = await getRegionalSettings(db, regionCodeOf(announcement.region));
  return {
    ...announcement,
    seconds_left:
      announcement.state === 'held' && announcement.due_at !== null
        ? Math.max(0, Math.ceil((Date.parse(announcement.due_at) - clock.now()) / 1000))
        : null,
    audience: announcement.audience as Audience | null,
    company_types: types.map(({ id: type, name_translated: name }) => ({ id: type, name })),
  };
};

const listAnnouncementTimeline: OperatorHandler<typeof operatorCalls.listAnnouncementTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);

const createAnnouncement: OperatorHandler<typeof operatorCalls.createAnnouncement> = (
  { body: { region, title }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const [uuid, at] = [randomUUID(), new Date(clock.now())];
    const texts: AnnouncementTexts = { [sourceLanguage]: { title, text: '' } };
    await trx
      .insertInto('announcements')
      .values({
        ...{ uuid, region_id: region, texts: toJsonb(texts) },
        ...{ created_at: at, updated_at: at, created_by: operator.operatorId },
      })
      .execute();
    audit({ kind: 'announcement', id: uuid, region, before: null, after: { state: 'draft' } });
    return { id: uuid };
  });
};

/** Locks an announcement, and checks that it has the version on which the action is based. */
async function lockAnnouncement(
  trx: Transaction<Database>,
  id: string,
  rev: number,
): Promise<AnnouncementRow> {
  const row = await trx
    .selectFrom('announcements')
    .selectAll()
    .where('uuid', '=', id)
    .where('state', '<>', 'discarded')
    // This lock still allows inserting recipients and notifications, which reference the announcement.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  if (row.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return row;
}

/** Locks a draft at the version that the change is based on. */
async function lockDraft(
  trx: Transaction<Database>,
  id: string,
  rev: number,
): Promise<AnnouncementRow> {
  const row = await lockAnnouncement(trx, id, rev);
  if (row.state !== 'draft') throw new ApiFailure('move_not_allowed');
  return row;
}

const saveAnnouncement: OperatorHandler<typeof operatorCalls.saveAnnouncement> = (
  { params: { id }, body: { texts, rev } },
  { db, clock },
) =>
  transact(db, async (trx) => {
    await lockDraft(trx, id, rev);
    const filledTexts = texts.filter(({ title, text }) => title !== '' || text !== '');
    const storedTexts = Object.fromEntries(
      filledTexts.map(({ language, title, text }) => [language, { title, text }]),
    );
    await updateAnnouncement(trx, id, { texts: toJsonb(storedTexts), rev: rev + 1 }, clock.now());
    return { rev: rev + 1 };
  });

async function updateAnnouncement(
  trx: Transaction<Database>,
  id: string,
  values: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('announcements')
    .set({ ...values, updated_at: new Date(now) })
    .where('uuid', '=', id)
    .execute();
}

const createAuditedChange = (
  { uuid: id, region_id: region }: AnnouncementRow,
  before: AuditedChange['before'],
  after: AuditedChange['after'],
): AuditedChange => ({ kind: 'announcement', id, region, before, after });

const discardAnnouncement: OperatorHandler<typeof operatorCalls.discardAnnouncement> = (
  { params: { id }, body: { rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockDraft(trx, id, rev);
    await updateAnnouncement(trx, id, { state: 'discarded', rev: rev + 1 }, clock.now());
    audit(createAuditedChange(row, { state: 'draft' }, { state: 'discarded' }));
    return {};
  });

const countAnnouncementAudience: OperatorHandler<
  typeof operatorCalls.countAnnouncementAudience
> = async ({ params: { id }, query, operator: { queries } }, { db }) => {
  const { region_id: region } = await queries
    .selectFrom('announcements')
    .select('region_id')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  const { rows } = await sql<{ languages_id: number; people: number; with_push: number }>`
    select languages_id, count(*)::int as people, (count(*) filter (where fcm <> '[]'))::int as with_push
    from (${selectPeople(region, query)}) as person group by languages_id`.execute(db);
  const countsByLanguage = new Map<CatalogueLanguage, number>();
  for (const { languages_id, people } of rows) {
    const language = toCatalogueLanguage(languageById(languages_id));
    countsByLanguage.set(language, (countsByLanguage.get(language) ?? 0) + people);
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, next) => total + next, 0);
  return {
    people: sum(rows.map(({ people }) => people)),
    with_push: sum(rows.map(({ with_push }) => with_push)),
    languages: [...countsByLanguage]
      .map(([language, people]) => ({ language, people }))
      .toSorted((a, b) => b.people - a.people || (a.language < b.language ? -1 : 1)),
  };
};

/**
 * Returns the texts ready to send.
 * @throws ApiFailure `invalid_input` if the English text is missing, or if another language has only a title or only a
 * text
 */
function getSendableTexts({ texts: storedTexts }: AnnouncementRow): AnnouncementTexts {
  const texts = storedTexts as AnnouncementTexts;
  const isMissing = ({ title, text }: { title: string; text: string }) =>
    title === '' || text === '';
  const english = texts[sourceLanguage];
  const { english: englishMissing, incomplete } = announcementProblems;
  const createError = (reason: string) => new ApiFailure('invalid_input', { details: { reason } });
  if (english === undefined || isMissing(english)) throw createError(englishMissing);
  if (Object.values(texts).some(isMissing)) throw createError(incomplete);
  return texts;
}

/** Finds an active person in a country, and locks their company. */
async function lockPerson(trx: Transaction<Database>, region: RegionId, email: string) {
  const find = (db: Kysely<Database>) =>
    db
      .selectFrom('installers')
      .innerJoin('companies', 'companies.id', 'installers.company_id')
      .select([
        'installers.id',
        'installers.company_id',
        'installers.languages_id',
        'installers.fcm',
      ])
      .where('installers.email', '=', email)
      .where('installers.active', '=', true)
      .where('companies.active', '<>', 0)
      .where('companies.regions_id', '=', region)
      .executeTakeFirst();
  const foundPerson = await find(trx);
  if (foundPerson) await lockCompany(trx, foundPerson.company_id);
  // Read again, because the person may have left the company before it was locked.
  const person = await find(trx);
  if (!person || person.company_id !== foundPerson?.company_id)
    throw new ApiFailure('installer_not_found');
  return person;
}

const testAnnouncement: OperatorHandler<typeof operatorCalls.testAnnouncement> = (
  { params: { id }, body: { email, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockDraft(trx, id, rev);
    const texts = getSendableTexts(row);
    const person = await lockPerson(trx, row.region_id, email);
    await writeNotifications(trx, [person], { announcement: null, texts, now: clock.now() });
    audit(createAuditedChange(row, null, { test_for: person.id }));
    return { language: languageFor(texts, person.languages_id) };
  });

const sendAnnouncement: OperatorHandler<typeof operatorCalls.sendAnnouncement> = (
  { params: { id }, body: { audience, people, rev }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockDraft(trx, id, rev);
    getSendableTexts(row);
    const { numAffectedRows = 0n } = await sql`
      insert into announcement_recipients (announcement, installer_id, company_id)
      select ${id}::uuid, id, company_id from (${selectPeople(row.region_id, audience)}) as person`.execute(
      trx,
    );
    // Fails if the audience no longer has the number of people that the operator confirmed, or if it's empty.
    if (Number(numAffectedRows) !== people || people === 0)
      throw new ApiFailure('conflict', { field: 'body.people' });
    const now = clock.now();
    const dueDate = new Date(now + ANNOUNCEMENT_HOLD_MS);
    await updateAnnouncement(
      trx,
      id,
      {
        ...{ state: 'held', people, due_at: dueDate, sent_by: operator.operatorId, rev: rev + 1 },
        ...{ audience: toJsonb(audience) },
      },
      now,
    );
    audit(createAuditedChange(row, { state: 'draft' }, { state: 'held', people, audience }));
    return { due_at: dueDate.toISOString() };
  });

const stopAnnouncement: OperatorHandler<typeof operatorCalls.stopAnnouncement> = (
  { params: { id }, body: { rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockAnnouncement(trx, id, rev);
    const now = clock.now();
    if (row.state === 'held') {
      await trx.deleteFrom('announcement_recipients').where('announcement', '=', id).execute();
      await updateAnnouncement(
        trx,
        id,
        {
          ...{ state: 'draft', people: 0, due_at: null, sent_by: null, audience: null },
          rev: row.rev + 1,
        },
        now,
      );
      audit(createAuditedChange(row, { state: 'held' }, { state: 'draft' }));
      return { state: 'draft' as const };
    }
    if (row.state !== 'sending') throw new ApiFailure('move_not_allowed');
    await updateAnnouncement(trx, id, { state: 'stopped', finished_at: new Date(now) }, now);
    const { notified: notifiedCount } = row;
    audit(
      createAuditedChange(row, { state: 'sending' }, { state: 'stopped', notified: notifiedCount }),
    );
    return { state: 'stopped' as const };
  });

export const announcementHandlers = {
  listAnnouncements,
  getAnnouncement,
  listAnnouncementTimeline,
  createAnnouncement,
  saveAnnouncement,
  discardAnnouncement,
  countAnnouncementAudience,
  testAnnouncement,
  sendAnnouncement,
  stopAnnouncement,
} satisfies Partial<OperatorHandlers>;
