import { useLingui } from '@lingui/react/macro';
import type { RegistrationStepId } from './registration-draft.ts';

/** Title and description of a registration step. */
export function useRegistrationStepText(step: RegistrationStepId): {
  title: string;
  about: string | null;
} {
  const { t } = useLingui();
  switch (step) {
    case 'region':
      return { title: t`Register`, about: t`Where is your company?` };
    case 'user':
      return { title: t`About you`, about: t`The owner, who signs in for the company.` };
    case 'company':
      return { title: t`Your company`, about: null };
    case 'address':
      return { title: t`Address`, about: t`Where your company is.` };
    case 'type':
      return { title: t`Company type`, about: null };
    case 'disclaimer':
      return { title: t`Disclaimer`, about: null };
    case 'declaration':
      return { title: t`Declaration`, about: null };
    case 'survey':
      return { title: t`A few questions`, about: null };
    case 'consent':
      return { title: t`May we write to you?`, about: t`You can change this in your profile.` };
    case 'review':
      return {
        title: t`Check everything`,
        about: t`You can change each part before you register.`,
      };
  }
}
