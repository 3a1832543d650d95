import { type Selectable, type Updateable } from 'kysely';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { MAX_OPTIONS } from '#schemas/installer.ts';
import { ownsTheirEmail, readOptions } from '#schemas/person-rules.ts';
import { type InstallersTable } from '../access/access-tables.ts';
import { readPerson } from '../access/self.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { moverRenamed } from '../leads/mover-renamed.ts';
import { requireSelf } from './own.ts';
import { recordChange } from './record-change.ts';
import { refusingTaken } from './taken.ts';

/**
 * Changes the person's own profile. Another e-mail address is only for the e-mail-role subset, and is
 * not verified any more; another name comes to the company's devices wherever it is shown.
 */
export const updateUser: Handler<typeof calls.updateUser> = async (
  { params, body, actor },
  { db, clock },
) => {
  requireSelf(actor, params.id);
  const update = transact(db, async (trx) => {
    // Leads show the name, so the company's counter may move: the company is locked before the person.
    if (mayRename(body)) await lockCompany(trx, actor.companyId);
    const before = await trx
      .selectFrom('installers')
      .select(['name', 'surname', 'email', 'options'])
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const email = body.email?.toLowerCase();
    const isNewEmail = email !== undefined && email !== before.email;
    if (isNewEmail && !ownsTheirEmail(actor.role)) {
      throw new ApiFailure('forbidden', { field: 'body.email' });
    }
    const { email: _email, options, ...plain } = body;
    const changes: Updateable<InstallersTable> = {
      ...trimmed(plain),
      ...(isNewEmail && { email, verified_email_at: null }),
      ...(options !== undefined && { options: mergedOptions(before.options, options) }),
    };
    if (Object.keys(changes).length > 0) {
      await trx.updateTable('installers').set(changes).where('id', '=', actor.userId).execute();
    }
    if (isRenamed(before, changes)) await moverRenamed(trx, actor, clock.now());
    if (isNewEmail) {
      await trx
        .deleteFrom('email_verifications')
        .where('installer_id', '=', actor.userId)
        .execute();
    }
    const fields = Object.keys(changes).filter((field) => field !== 'verified_email_at');
    await recordChange(trx, actor, clock.now(), { subject: 'user', fields });
    return readPerson(trx, actor.userId);
  });
  return refusingTaken(update);
};

function mayRename({ name, surname }: UserChanges): boolean {
  return name !== undefined || surname !== undefined;
}

type Named = Pick<Selectable<InstallersTable>, 'name' | 'surname'>;

function isRenamed(before: Named, changes: Updateable<InstallersTable>): boolean {
  const { name = before.name, surname = before.surname } = changes;
  return name !== before.name || surname !== before.surname;
}

type Plain = Omit<UserChanges, 'email' | 'options'>;

/** Names without the spaces around them; what was not sent is not there. */
function trimmed(changes: Plain): Updateable<InstallersTable> {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  const entries = sent.map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  // The contract's schema has let only these fields through, and each is a column of its name.
  return Object.fromEntries(entries) as Updateable<InstallersTable>;
}

/**
 * Lays the sent keys over the stored ones, so that two devices that note different things don't undo
 * each other. A key with null goes. Throws `payload_too_large`.
 */
function mergedOptions(stored: string, sent: string): string {
  const merged = { ...readOptions(stored), ...readOptions(sent) };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  const text = JSON.stringify(Object.fromEntries(kept));
  if (text.length > MAX_OPTIONS) throw new ApiFailure('payload_too_large');
  return text;
}
