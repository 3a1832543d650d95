import { loadDeferredTexts } from '#src/i18n/activate-language.ts';

/** What owners are asked after the code: loaded while they wait for it, since most people never see it. */
export async function loadCompleteSignIn() {
  const [{ CompleteSignIn }] = await Promise.all([
    import('#src/features/_shared/onboarding/complete-sign-in.tsx'),
    loadDeferredTexts(),
  ]);
  return { default: CompleteSignIn };
}
