import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { MaterialProblem, MaterialProblemCode } from '#schemas/marketing.ts';

/** What is wrong with a part of a material, in words beside that part. */
export function useProblemWords(serviceCount: number) {
  const { t } = useLingui();
  const errorWords = useErrorMessage();
  const words: Record<MaterialProblemCode, string> = {
    needed: t`This has to be filled in.`,
    empty: t`Fill this in, or remove it.`,
    contact_needed: t`Add a phone number or an e-mail address.`,
    description_needed: t`Add a short or a long description.`,
    services_count: t`${plural(serviceCount, {
      one: 'Fill in the service.',
      other: 'Fill in all # services.',
    })}`,
    language_needed: t`Choose a language.`,
    too_long: t`This is too long.`,
    no_phone: errorWords({ code: 'invalid_phone' }),
    no_email: t`This is not an e-mail address.`,
    unprintable: errorWords({ code: 'letters_unprintable' }),
    no_link: t`Enter a whole web address, as the browser shows it.`,
    unknown_cover: t`Choose another cover.`,
    unknown_icon: t`Choose another picture.`,
    not_of_it: t`This can't stand on it.`,
  };
  return (errors: readonly MaterialProblem[], field: MaterialProblem['field']) => {
    const problem = errors.find((one) => one.field === field);
    return problem && words[problem.code];
  };
}
