import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { eraseInTransaction } from '../account/erase-person.ts';
import { replaceEmail } from '../account/operator-email.ts';
import { createImpersonationToken } from '../access/impersonation.ts';
import { endSessions } from '../account/account-sessions.ts';
import { countSessions, endAccess, stopPushMessages } from '../account/operator-sessions.ts';
import { shortenEmail, shortenPhone } from '../account/shorten-contact.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import { type ApprovableAction, runOrRequestApproval } from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { replacePhone, validateOperatorPhone } from '../team/operator-phone.ts';
import { sendInvitation } from '../team/send-invitation.ts';
import { lockPersonRev } from './person-file.ts';

/** Describes a change to a person for the audit. */
function describePersonChange(
  { id, region }: { readonly id: string; readonly region: RegionId },
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditedChange {
  return { kind: 'installer', id, region, before, after };
}

/**
 * Creates a link to a read-only view of the app as an active person. The response stored for retries doesn't contain
 * the link.
 */
export const viewAsPerson: OperatorHandler<typeof operatorCalls.viewAsPerson> = async (
  { params: { id }, operator, runAction },
  { clock, environment },
) => {
  let link: string | null = null;
  await runAction(async (trx) => {
    const person = await lockPersonRev(trx, id, null);
    // The call requires `personal.read`, which the role `shop` only has to see who receives goods.
    const canReadCompany = regionsWithRight(operator.grants, 'companies.read').includes(
      person.region,
    );
    if (!canReadCompany) throw new ApiFailure('forbidden');
    if (!person.active) throw new ApiFailure('conflict');
    const token = await createImpersonationToken(trx, clock.now(), person.id, { isReadOnly: true });
    link = `${new URL(environment.appUrl).origin}/#faker=${token}`;
    return { link: null };
  });
  return { link };
};

/** Signs a person out, and discards sign-in codes that have already been sent. */
export const endPersonSessions: OperatorHandler<typeof operatorCalls.endPersonSessions> = (
  { params: { id }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const person = await lockPersonRev(trx, id, null);
    const endedCount = await endAccess(trx, person.id, clock.now());
    audit(describePersonChange(person, { sessions: endedCount }, { sessions: 0 }));
    return { ended: endedCount };
  });

/** Ends one session of a person. Idempotent. Throws `conflict` if it isn't a session of theirs. */
export const endPersonSession: OperatorHandler<typeof operatorCalls.endPersonSession> = (
  { params: { id }, body, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const person = await lockPersonRev(trx, id, null);
    const session = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', body.session)
      .where('installer_id', '=', person.id)
      .executeTakeFirst();
    if (session === undefined) throw new ApiFailure('conflict');
    const now = clock.now();
    const sessionsBefore = await countSessions(trx, person.id, now);
    const endedCount = await endSessions(trx, person.id, now, {
      reason: 'ended_by_operator',
      only: session.id,
    });
    // Push tokens don't belong to a session. The person's other devices send theirs again when the app starts.
    if (endedCount > 0) await stopPushMessages(trx, person.id);
    const sessions = await countSessions(trx, person.id, now);
    audit(describePersonChange(person, { sessions: sessionsBefore }, { sessions }));
    return { ended: endedCount };
  });

/** Resends the invitation to a person who hasn't signed in yet. */
export const resendPersonInvitation: OperatorHandler<
  typeof operatorCalls.resendPersonInvitation
> = ({ params: { id }, runAction }, services) =>
  runAction(async (trx) => {
    const person = await lockPersonRev(trx, id, null);
    if (!person.active || person.has_signed_in) throw new ApiFailure('conflict');
    await sendInvitation(trx, services, person, person.company_name);
    return {};
  });

/** Replaces a lost email address after proof of identity. */
export const changePersonEmail: OperatorHandler<typeof operatorCalls.changePersonEmail> = (
  { params: { id }, body: { email, rev, proof, reference }, audit, runAction },
  { clock },
) =>
  mapUniqueViolation(
    runAction(async (trx) => {
      const person = await lockPersonRev(trx, id, rev);
      const endedCount = await replaceEmail(trx, { personId: person.id, email, now: clock.now() });
      const before = { sign_in: shortenEmail(person.email) };
      audit(
        describePersonChange(person, before, { sign_in: shortenEmail(email), proof, reference }),
      );
      return { ended: endedCount };
    }),
  );

/** Replaces a lost phone number after proof of identity, by the rules of the company's country. */
export const changePersonPhone: OperatorHandler<typeof operatorCalls.changePersonPhone> = async (
  { params: { id }, body: { phone: typedPhone, rev, proof, reference }, audit, runAction },
  services,
) => {
  const phone = await validateOperatorPhone(id, typedPhone, services);
  return mapUniqueViolation(
    runAction(async (trx) => {
      const person = await lockPersonRev(trx, id, rev);
      const now = services.clock.now();
      const endedCount = await replacePhone(trx, { personId: person.id, phone, now });
      const before = { sign_in: shortenPhone(person.phone) };
      audit(
        describePersonChange(person, before, { sign_in: shortenPhone(phone), proof, reference }),
      );
      return { ended: endedCount };
    }),
  );
};

/** An erasure that a second person must approve. */
interface ErasureRequest {
  readonly closesCompany: boolean;
  readonly region: RegionId;
}

/** Erases a person after a second person's approval, or immediately if no other operator may approve it. */
export const erasePerson: OperatorHandler<typeof operatorCalls.erasePerson> = (
  { params: { id }, body: { closes_company: closesCompany, rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    // Every writer locks the company first.
    await lockCompanyOfPerson(trx, id);
    const person = await lockPersonRev(trx, id, rev);
    const { approval } = await runOrRequestApproval(
      trx,
      erasureApproval,
      {
        ...{ act: 'erasePerson', record: { kind: 'installer', id: person.id } },
        body: { closesCompany, region: person.region },
        summary: { person: person.id, closes_company: closesCompany },
      },
      { operator, why, audit, services },
    );
    return { approval };
  });

async function lockCompanyOfPerson(trx: Transaction<Database>, personId: string): Promise<void> {
  const { company_id } = await trx
    .selectFrom('installers')
    .select('company_id')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  await lockCompany(trx, company_id);
}

/** Approval of a person's erasure. The approval becomes void if the person's details change in the meantime. */
export const erasureApproval: ApprovableAction<ErasureRequest> = {
  right: 'companies.edit',
  readRev: async (trx, id) => {
    const person = await trx
      .selectFrom('installers')
      .select('details_rev')
      .where('id', '=', id)
      .executeTakeFirst();
    return person?.details_rev ?? null;
  },
  regionsOf: ({ region }) => [region],
  run: async (trx, { recordId: id, body: { closesCompany, region }, services, audit }) => {
    // The picture's file is recorded as unreferenced, so that the next sweep deletes it.
    const { erasure } = await eraseInTransaction(trx, id, closesCompany, services.clock.now());
    const after = { erased: true, closed_company: closesCompany, ...erasure.deleted };
    audit(describePersonChange({ id, region }, { erased: false }, after));
  },
};
