import type { SignedIn } from '#schemas/session.ts';
import type { Session } from '#sync/http/session.ts';

/** Keeps a sign-in that is finished. Who it is, the proved code said, not the request for one. */
export function startSession(session: Session, signedIn: SignedIn): void {
  const { user_id, company_id, role, region, token, refresh_token, expiresAt } = signedIn;
  session.start({ user_id, company_id, role, region }, { token, refresh_token, expiresAt });
}
