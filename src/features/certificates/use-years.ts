import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Formats a warranty's length: "1 year", "10 years". */
export function useYearsText(): (count: number) => string {
  const { t } = useLingui();
  return (count) => t`${plural(count, { one: '# year', other: '# years' })}`;
}
