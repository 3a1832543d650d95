import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { languageIds } from '#schemas/languages.ts';
import { roles } from '#schemas/roles.ts';
import { isTeamFull, managesTeam, type NewTeamMember } from '#schemas/team.ts';
import { type MemberPhone } from '../access/access-tables.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { recordChange } from '../account/record-change.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { transact } from '../db/database.ts';
import { runOnce } from '../db/idempotency.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { findInstallerByPhone } from '../registration/find-existing.ts';
import { loadCompanyName, enforceTeamMessageLimits, sendInvitation } from './send-invitation.ts';
import { validateMemberPhone } from './validate-member-phone.ts';
import { lockTeam } from './team-access.ts';
import { memberFromRow, selectTeam } from './member-row.ts';

/**
 * Adds an installer to the owner's team and invites them. Idempotent by key. The response reveals
 * whether a phone number is registered, so it shares the rate limits of `validateCompany`. Throws `forbidden`,
 * `team_full`, `phone_taken`, `invalid_phone`, `letters_not_allowed`, `too_many_requests`.
 */
export const addTeamMember: Handler<typeof calls.createTeamMember> = async (
  { body, actor, clientNetwork, idempotencyKey },
  services,
) => {
  if (!managesTeam(actor.role)) throw new ApiFailure('forbidden');
  const { db, clock } = services;
  const phone = validateMemberPhone(body.phone, actor, services);
  const withinLimit = await enforceLimit(services, limits.validationsPerNetwork, clientNetwork);
  await enforceOverallLimit(services, limits.validationsOverall, withinLimit);
  await enforceTeamMessageLimits(services, actor, phone);
  const { team_limit } = (await getRegionRules(db, actor.region)).configuration;
  const now = clock.now();
  const key = { owner: actor.userId, key: idempotencyKey, call: 'addTeamMember', body, now };
  return mapUniqueViolation(
    transact(db, (trx) =>
      runOnce(trx, key, async () => {
        await lockTeam(trx, actor);
        const team = await trx
          .selectFrom('installers')
          .select('role')
          .where('company_id', '=', actor.companyId)
          .where('removed_at', 'is', null)
          .execute();
        const members = team.map(({ role }) => ({ role: { id: role } }));
        if (isTeamFull(members, team_limit)) throw new ApiFailure('team_full');
        if ((await findInstallerByPhone(trx, phone)) !== undefined) {
          throw new ApiFailure('phone_taken', { field: 'body.phone' });
        }
        const languages_id = languageIds[actor.language];
        const company = await loadCompanyName(trx, actor);
        await sendInvitation(trx, services, { email: null, phone, languages_id }, company);
        return insertMember(trx, actor, { ...body, phone }, now);
      }),
    ),
  );
};

async function insertMember(
  trx: Transaction<Database>,
  actor: Actor,
  { name, surname, phone }: NewTeamMember & { readonly phone: MemberPhone },
  now: number,
) {
  const id = randomUUID();
  await trx
    .insertInto('installers')
    .values({
      id,
      name,
      surname,
      phone,
      company_id: actor.companyId,
      email: null,
      avatar: null,
      role: roles.staff,
      // Start with the owner's language; the member can change it.
      languages_id: languageIds[actor.language],
      has_signed_in: false,
      verified_email_at: null,
      created_at: new Date(now),
    })
    .execute();
  await recordChange(trx, actor, now, { subject: 'member', fields: ['created_at'] });
  const row = await selectTeam(trx, actor.companyId)
    .where('installers.id', '=', id)
    .executeTakeFirstOrThrow();
  return memberFromRow(actor)(row);
}
