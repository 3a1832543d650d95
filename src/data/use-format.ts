import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { createFormat, type Format } from './format.ts';

/** Numbers, points and times as the person's language writes them. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  // The instance stays the same when its language changes.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => createFormat(i18n), [i18n, i18n.locale]);
}
