import { type Kysely, sql } from 'kysely';
import { nationalNumber } from '#schemas/phone.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { roleSlugs, type TeamMember, managesTeam } from '#schemas/team.ts';
import { IMPERSONATION_LIFETIME_MS } from '../access/sessions.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { canChangePhone } from './change-phone.ts';

/** Selects a company's people with their activity, in no particular order. Removed members are omitted. */
export function selectTeam(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('installers')
    .select([
      'installers.id as uuid',
      'installers.created_at',
      'installers.name',
      'installers.surname',
      'installers.phone',
      'installers.email',
      'installers.role',
      'installers.has_signed_in',
    ])
    .select((eb) => [
      eb
        .selectFrom('email_verifications as pending')
        .select('pending.email')
        .whereRef('pending.installer_id', '=', 'installers.id')
        .where(sql<boolean>`pending.email is distinct from installers.email`)
        .as('pending_email'),
      lastActive.as('last_active_at'),
      eb
        .selectFrom('projects')
        .select((projects) => projects.fn.countAll<number>().as('count'))
        .whereRef('projects.created_by', '=', 'installers.id')
        .where('projects.deleted', '=', false)
        .as('projects_count'),
      scannedPoints.as('scanned_points'),
      surveyPoints.as('survey_points'),
    ])
    .where('installers.company_id', '=', companyId)
    .where('installers.removed_at', 'is', null);
}

/**
 * Last time when one of the member's devices received a token, or used one for the first time. Impersonation by
 * operators doesn't count.
 */
const lastActive = sql<Date | null>`(
  select max(greatest(pair.issued_at, pair.used_at))
  from sessions join session_tokens as pair on pair.session_id = sessions.id
  where sessions.installer_id = installers.id
    and sessions.expires_at - sessions.created_at > ${IMPERSONATION_LIFETIME_MS} * interval '1 millisecond')`;

/** Points from the products that the member scanned, as added when the projects closed. */
const scannedPoints = sql<number>`(
  select coalesce(sum(scans.points), 0)::int
  from scans join projects on projects.uuid = scans.projects_id
  where scans.created_by = installers.id and not scans.deleted and scans.flag = 'valid'
    and projects.status = ${projectStatus.closed})`;

/** Points from the closing surveys that the member answered. */
const surveyPoints = sql<number>`(
  select coalesce(sum(ledger.points), 0)::int from ledger
  where ledger.created_by = installers.id and not ledger.deleted
    and ledger.event = 'project_survey_completed')`;

type Row = Awaited<ReturnType<ReturnType<typeof selectTeam>['executeTakeFirstOrThrow']>>;

/** Maps a row to the wire format. Only owners get colleagues' contact details and points. */
export function memberFromRow(
  actor: Pick<Actor, 'userId' | 'role' | 'region'>,
): (row: Row) => TeamMember {
  const canSeeContacts = managesTeam(actor.role);
  const hidesPoints = ({ uuid }: Row) => !managesTeam(actor.role) && uuid !== actor.userId;
  return (row) => ({
    uuid: row.uuid,
    name: row.name,
    surname: row.surname,
    phone: canSeeContacts && row.phone !== null ? nationalNumber(row.phone, actor.region) : null,
    region: actor.region,
    role: { id: row.role, slug: roleSlugs[row.role] },
    last_active_at: row.last_active_at && new Date(row.last_active_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    projects_count: row.projects_count ?? 0,
    contribute_points: hidesPoints(row) ? 0 : row.scanned_points + row.survey_points,
    points_hidden: hidesPoints(row),
    email: canSeeContacts ? row.email : null,
    pending_email: canSeeContacts ? row.pending_email : null,
    phone_is_open: canSeeContacts && row.uuid !== actor.userId && canChangePhone(row),
  });
}
