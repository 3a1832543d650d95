import { useLingui } from '@lingui/react/macro';
import { MIN_TAX_NUMBER } from '#schemas/company.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { FieldProblem } from './registration-rules.ts';

/** Returns a function that formats a field problem; null if the field is valid. */
export function useFieldProblemText(): (problem: FieldProblem | undefined) => string | null {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (problem) => {
    if (problem === undefined) return null;
    switch (problem.code) {
      case 'too_short': {
        const { min } = problem;
        return min === 1 ? t`Fill this in.` : t`Enter at least ${min} characters.`;
      }
      case 'email_invalid':
        return t`Enter an e-mail address, such as name@example.com.`;
      case 'phone_short':
        return t`Enter your phone number, at least 5 digits.`;
      case 'phone_letters':
        return errorText({ code: 'letters_not_allowed' });
      case 'phone_invalid':
        return t`This is not a phone number of the country you chose.`;
      case 'tax_number':
        return t`This number is required. Enter at least ${MIN_TAX_NUMBER} characters.`;
      case 'choose':
        return t`Choose one to go on.`;
      case 'accept':
        return t`Tick this to go on.`;
      case 'answer':
        return t`A question still needs an answer.`;
      case 'refused':
        return errorText({ code: problem.error });
    }
  };
}
