import type { SignedIn } from '#schemas/session.ts';
import { loadDeferredTexts } from '#src/i18n/activate-language.ts';
import type { Session } from '#sync/http/session.ts';

/** Stores a completed sign-in. The identity comes from the verified code, not from the request. */
export function startSession(session: Session, signedIn: SignedIn): void {
  const { user_id, company_id, role, region, token, refresh_token, expiresAt } = signedIn;
  session.start({ user_id, company_id, role, region }, { token, refresh_token, expiresAt });
}

/** Loads the owner's steps. Lazy, since most people never see them. */
export async function loadCompleteSignIn() {
  const [{ CompleteSignIn }] = await Promise.all([
    import('#src/features/_shared/onboarding/complete-sign-in.tsx'),
    loadDeferredTexts(),
  ]);
  return { default: CompleteSignIn };
}
