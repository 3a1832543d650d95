import { useLingui } from '@lingui/react/macro';
import type { FieldError } from 'react-hook-form';
import { MIN_TAX_NUMBER } from '#schemas/company.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { CompanyProblem } from './company-form.ts';

/** Returns a function that translates a validation error; undefined if the field is valid. */
export function useCompanyProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const labels: Record<CompanyProblem, string> = {
    required: t`This is needed.`,
    too_short: t`Enter at least ${MIN_TAX_NUMBER} characters.`,
    too_long: t`This is too long.`,
    unprintable: errorText({ code: 'letters_unprintable' }),
  };
  return (error) => {
    if (error === undefined) return undefined;
    const { message = '' } = error;
    return Object.hasOwn(labels, message) ? labels[message as CompanyProblem] : labels.required;
  };
}
