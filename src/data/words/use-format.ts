import { useLingui } from '@lingui/react/macro';
import { type Format, formatOf } from './format.ts';

/** Numbers, points and times as the person's language writes them. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return formatOf(i18n);
}
