import { isOwner } from '#schemas/roles.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** Throws `not_found` for any id but the person's own, including colleagues' ids. */
export function requireSelf(actor: Actor, userId: string): void {
  if (userId.toLowerCase() !== actor.userId) throw new ApiFailure('not_found');
}

/** Throws `not_found` for any company id but that of the person's own company. */
export function requireOwnCompany(actor: Actor, companyId: string): void {
  if (companyId.toLowerCase() !== actor.companyId) throw new ApiFailure('not_found');
}

/** Throws `not_found` for another company, and `forbidden` if the person isn't an owner of their own company. */
export function requireOwner(actor: Actor, companyId: string): void {
  requireOwnCompany(actor, companyId);
  if (!isOwner(actor.role)) throw new ApiFailure('forbidden');
}
