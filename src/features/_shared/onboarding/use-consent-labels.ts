import { useLingui } from '@lingui/react/macro';
import type { InstallerUser } from '#schemas/installer.ts';

/** The consents that a person gives and takes back, by the flag that holds each of them everywhere. */
export type ConsentFlag = Extract<keyof InstallerUser, 'email_consent' | 'phone_consent'>;

interface ConsentLabels {
  readonly label: string;
  readonly description: string;
}

/** What is consented to, in the same words wherever it is asked, shown or taken back. */
export function useConsentLabels(): Record<ConsentFlag, ConsentLabels> {
  const { t } = useLingui();
  return {
    email_consent: {
      label: t`News by e-mail`,
      description: t`Offers, training and new products.`,
    },
    phone_consent: {
      label: t`News by text message or call`,
      description: t`Only what can't wait, such as the end of a promotion.`,
    },
  };
}
