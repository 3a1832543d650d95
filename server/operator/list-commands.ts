import { type Kysely, sql } from 'kysely';
import { contentInLanguage } from '#schemas/content.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type Database } from '../db/tables.ts';
import { formatDeviceError, listDeviceErrors } from '../device-errors/list-device-errors.ts';
import { formatOpenHandover, listOpenHandovers } from '../handover/operator-handovers.ts';
import { formatFailedMessage, listFailedMessages } from '../messages/queue/failed-messages.ts';
import { formatOpenOrder, listOpenOrders } from '../orders/open-orders.ts';
import { formatUnverifiedCompany, listUnverifiedCompanies } from '../points/reserved-points.ts';
import {
  formatDuplicateCompany,
  listDuplicateCompanies,
} from '../registration/duplicate-companies.ts';
import { formatHeldLot, listHeldLots } from '../scans/held-lots.ts';
import { formatUnansweredChat, listUnansweredChats } from '../support/operator-chats.ts';
import { actsCommand } from './acts-command.ts';
import { type Command, listCommand } from './command.ts';

/** Maximum number of lines in lists that would otherwise be unbounded. */
const MAX_LINES = 50;
const joinColumns = (...parts: (string | null | undefined)[]) =>
  parts.map((part) => part ?? '-').join('  ');

function listProjectsInReview(db: Kysely<Database>) {
  return (
    db
      .selectFrom('projects')
      .innerJoin('companies', 'companies.id', 'projects.company_id')
      .select(['projects.uuid', 'projects.updated_at', 'projects.products_count', 'companies.name'])
      .select(({ selectFrom, fn }) =>
        selectFrom('scans')
          .select(
            fn<string | null>('string_agg', [sql.ref('scans.photo_of'), sql.lit(', ')]).as(
              'subjects',
            ),
          )
          .whereRef('scans.projects_id', '=', 'projects.uuid')
          .where('scans.deleted', '=', false)
          .where('scans.image_data', 'is not', null)
          .as('photos_of'),
      )
      .select(({ selectFrom, fn }) =>
        selectFrom('scans')
          .select(fn.countAll<number>().as('undecided'))
          .whereRef('scans.projects_id', '=', 'projects.uuid')
          .where('scans.deleted', '=', false)
          .where('scans.flag', '=', 'in_review')
          .where('scans.rejection', 'is', null)
          .as('undecided'),
      )
      // A closed project has products in review again once a new photo arrives.
      .where('projects.status', 'in', [projectStatus.inReview, projectStatus.closed])
      .where('projects.uuid', 'in', ({ selectFrom }) =>
        selectFrom('projects')
          .select('projects.uuid')
          .where('status', '=', projectStatus.inReview)
          .where('deleted', '=', false)
          .union(
            selectFrom('scans')
              .select('scans.projects_id as uuid')
              .where('flag', '=', 'in_review')
              .where('deleted', '=', false),
          ),
      )
      .where('projects.deleted', '=', false)
      .orderBy('projects.updated_at')
      .execute()
  );
}

function listOpenLeads(db: Kysely<Database>) {
  return db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .select(['leads.uuid', 'leads.status', 'leads.expires_on', 'companies.name'])
    .where('leads.expires_on', 'is not', null)
    .where('leads.deleted', '=', false)
    .orderBy('leads.expires_on')
    .execute();
}

function listInactiveCards(db: Kysely<Database>) {
  return db
    .selectFrom('club_cards')
    .innerJoin('companies', 'companies.id', 'club_cards.company_id')
    .select(['serial_number', 'status', 'club_cards.created_at', 'companies.name'])
    .where('status', '!=', 'ACTIVE')
    .orderBy('club_cards.created_at')
    .execute();
}

function listContents(db: Kysely<Database>) {
  return db
    .selectFrom('contents')
    .select(['uuid', 'region', 'type', 'created_at', 'content'])
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .limit(MAX_LINES)
    .execute();
}

function listInvitations(db: Kysely<Database>) {
  return db
    .selectFrom('survey_invitations')
    .innerJoin('companies', 'companies.id', 'survey_invitations.company_id')
    .select(({ fn }) => [
      'companies.id',
      'companies.name',
      fn.countAll<string>().as('invited'),
      fn.count<string>('interacted_at').as('opened'),
      fn.max('survey_invitations.created_at').as('last'),
    ])
    .where('survey_invitations.deleted', '=', false)
    .groupBy(['companies.id', 'companies.name'])
    .orderBy('last', 'desc')
    .limit(MAX_LINES)
    .execute();
}

export const listCommands: readonly Command[] = [
  actsCommand,
  listCommand(
    'cards',
    'club cards that aren’t active',
    ({ db }) => listInactiveCards(db),
    ({ serial_number, status, created_at, name }) =>
      joinColumns(serial_number, status, created_at.toISOString(), name),
  ),
  listCommand(
    'chats',
    'chats that need a reply, longest waiting first',
    ({ db }) => listUnansweredChats(db),
    formatUnansweredChat,
  ),
  listCommand(
    'companies',
    'companies that aren’t verified, with their numbers',
    ({ db }) => listUnverifiedCompanies(db),
    formatUnverifiedCompany,
  ),
  listCommand(
    'companies duplicates',
    'companies with the same number as another company',
    ({ db }) => listDuplicateCompanies(db),
    formatDuplicateCompany,
  ),
  listCommand(
    'errors',
    'errors on devices, newest first: time, count, error, place',
    ({ db }) => listDeviceErrors(db, MAX_LINES),
    formatDeviceError,
  ),
  listCommand(
    'handovers',
    'signed handover sheets that can’t be used, have no PDF yet, or differ from our data',
    ({ db }) => listOpenHandovers(db),
    formatOpenHandover,
  ),
  listCommand(
    'leads',
    'leads with a deadline, most urgent first',
    ({ db }) => listOpenLeads(db),
    ({ uuid, status, expires_on, name }) =>
      joinColumns(uuid, status, expires_on?.toISOString(), name),
  ),
  listCommand(
    'messages',
    'messages that couldn’t be delivered, and why',
    ({ db }) => listFailedMessages(db),
    formatFailedMessage,
  ),
  listCommand(
    'news',
    'news and tutorials, newest first',
    ({ db }) => listContents(db),
    ({ uuid, region, type, created_at, content }) => {
      // The cast is safe, because the wire schema validated the content when it was written.
      const localisedContent = contentInLanguage(
        { content: content as Parameters<typeof contentInLanguage>[0]['content'] },
        'en',
      );
      return joinColumns(uuid, region, type, created_at.toISOString(), localisedContent?.title);
    },
  ),
  listCommand(
    'orders',
    'open orders, oldest first',
    ({ db }) => listOpenOrders(db),
    formatOpenOrder,
  ),
  listCommand(
    'projects',
    'projects with products to decide, oldest first',
    ({ db }) => listProjectsInReview(db),
    ({ uuid, updated_at, products_count, undecided, name, photos_of }) =>
      joinColumns(
        uuid,
        updated_at.toISOString(),
        `${undecided} of ${products_count} products`,
        name,
        ...(photos_of === null ? [] : [`photos of: ${photos_of}`]),
      ),
  ),
  listCommand(
    'serials',
    'lots in which a company looked up consecutive numbers',
    ({ db }) => listHeldLots(db),
    formatHeldLot,
  ),
  listCommand(
    'surveys',
    'companies invited to a survey, and how many people opened it',
    ({ db }) => listInvitations(db),
    ({ id, name, invited, opened, last }) =>
      joinColumns(id, last.toISOString(), `${invited} invited, ${opened} opened`, name),
  ),
];
