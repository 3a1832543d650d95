import { loadDeferredTexts } from '#src/i18n/activate-language.ts';

/** Loads the owner's steps. Lazy, since most people never see them. */
export async function loadCompleteSignIn() {
  const [{ CompleteSignIn }] = await Promise.all([
    import('#src/features/_shared/onboarding/complete-sign-in.tsx'),
    loadDeferredTexts(),
  ]);
  return { default: CompleteSignIn };
}
