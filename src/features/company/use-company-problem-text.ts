import { useLingui } from '@lingui/react/macro';
import type { FieldError } from 'react-hook-form';
import { MIN_TAX_NUMBER } from '#schemas/company.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { CompanyProblem } from './company-form.ts';

/** The words for what is wrong with a field of the company; undefined when nothing is. */
export function useCompanyProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useLingui();
  const errorWords = useErrorMessage();
  const words: Record<CompanyProblem, string> = {
    required: t`This is needed.`,
    too_short: t`Enter at least ${MIN_TAX_NUMBER} characters.`,
    too_long: t`This is too long.`,
    unprintable: errorWords({ code: 'letters_unprintable' }),
  };
  return (error) => {
    if (error === undefined) return undefined;
    const { message = '' } = error;
    return Object.hasOwn(words, message) ? words[message as CompanyProblem] : words.required;
  };
}
