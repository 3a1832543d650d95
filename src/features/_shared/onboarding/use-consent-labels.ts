import { useLingui } from '@lingui/react/macro';
import type { InstallerUser } from '#schemas/installer.ts';

/** Consent flags; they have the same names in the API and in the forms. */
type ConsentFlag = Extract<keyof InstallerUser, 'email_consent' | 'phone_consent'>;

interface ConsentLabels {
  readonly label: string;
  readonly description: string;
}

/** Consent labels, shared by registration, sign-in and profile. */
export function useConsentLabels(): Record<ConsentFlag, ConsentLabels> {
  const { t } = useLingui();
  return {
    email_consent: {
      label: t`News by email`,
      description: t`Offers, training and new products.`,
    },
    phone_consent: {
      label: t`News by text message or call`,
      description: t`Urgent news only, such as a promotion ending.`,
    },
  };
}
