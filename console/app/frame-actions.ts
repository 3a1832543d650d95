import { useLingui } from '@lingui/react/macro';
import { useOfflineReason } from '#console/data/use-online.ts';
import { useSignOut } from '#console/data/session.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useConfirmLeave } from '#console/parts/leave-guard.tsx';
import type { PaletteAction } from '#console/parts/palette/palette-actions.ts';
import { activateLanguage, type ConsoleLanguage } from './language.ts';
import { changePreferences } from '#console/parts/preferences.ts';

/** Name of each language in that language. */
export const languageNames = { en: 'English', pl: 'Polski' } as const;

/** Changes the language and saves the choice. */
export async function chooseLanguage(language: ConsoleLanguage): Promise<void> {
  await activateLanguage(language);
  changePreferences({ language });
}

/**
 * Returns a function that asks about unsaved changes and then signs out. If signing out fails, it shows the reason.
 */
export function useSignOutOrReport(): () => void {
  const signOut = useSignOut();
  const errorText = useErrorText();
  const confirmLeave = useConfirmLeave();
  return () => {
    const leave = async () => {
      if (await confirmLeave(null)) await signOut();
    };
    leave().catch((error: unknown) =>
      showToast({ subject: 'sign-out', tone: 'bad', message: errorText(error) }),
    );
  };
}

/** Returns the palette's actions for the theme and for signing out, which are also in the account menu. */
export function useFrameActions(): readonly PaletteAction[] {
  const { t } = useLingui();
  const offlineReason = useOfflineReason();
  const signOut = useSignOutOrReport();
  return [
    {
      id: 'theme-system',
      title: t`Device theme`,
      run: () => changePreferences({ theme: 'system' }),
    },
    { id: 'theme-light', title: t`Light theme`, run: () => changePreferences({ theme: 'light' }) },
    { id: 'theme-dark', title: t`Dark theme`, run: () => changePreferences({ theme: 'dark' }) },
    {
      id: 'theme-sunlight',
      title: t`High-contrast theme`,
      run: () => changePreferences({ theme: 'sunlight' }),
    },
    {
      id: 'sign-out',
      title: t`Sign out`,
      run: signOut,
      disabledReason: offlineReason,
    },
  ];
}
