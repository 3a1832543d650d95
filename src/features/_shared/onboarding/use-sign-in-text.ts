import { useLingui } from '@lingui/react/macro';
import { MIN_TAX_NUMBER } from '#schemas/company.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { SignInProblem, SignInStepId } from './sign-in-steps.ts';

/** Title and description of a sign-in step. */
export function useSignInStepText(step: SignInStepId): { title: string; about: string | null } {
  const { t } = useLingui();
  switch (step) {
    case 'terms':
      return { title: t`Terms of the club`, about: null };
    case 'numbers':
      return { title: t`Your company’s numbers`, about: t`They are missing in your account.` };
    case 'type':
      return { title: t`Company type`, about: null };
    case 'disclaimer':
      return { title: t`Disclaimer`, about: null };
    case 'declaration':
      return { title: t`Declaration`, about: null };
    case 'consent':
      return { title: t`May we write to you?`, about: t`You can change this in your profile.` };
    case 'survey':
      return {
        title: t`A few questions`,
        about: t`They help us to offer you what fits your work.`,
      };
  }
}

/** Returns a function that formats a field problem; null if the field is valid. */
export function useSignInProblemText(): (problem: SignInProblem | undefined) => string | null {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (problem) => {
    switch (problem) {
      case undefined:
        return null;
      case 'tax_number':
        return t`This number is required. Enter at least ${MIN_TAX_NUMBER} characters.`;
      case 'taken':
        return errorText({ code: 'registration_number_taken' });
      case 'choose':
        return t`Choose one to go on.`;
      case 'accept':
        return t`Tick this to go on.`;
    }
  };
}
