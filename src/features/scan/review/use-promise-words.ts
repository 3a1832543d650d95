import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#src/data/words/format.ts';
import type { PromisedPoints } from './promised-points.ts';

/** What products bring, in sentences, with what it still hangs on; empty where they bring nothing. */
export function usePromiseWords(): (promised: PromisedPoints) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ sure, withPhoto, isUnchecked }) => {
    const points = format.points(sure);
    const more = format.points(withPhoto);
    if (sure === 0 && withPhoto === 0) return '';
    if (sure === 0) return t`${more} when the project closes, if the photos are accepted.`;
    const brings =
      withPhoto === 0
        ? t`${points} when the project closes.`
        : t`${points} when the project closes, ${more} more if the photos are accepted.`;
    return isUnchecked ? `${brings} ${t`The serial numbers are still to be checked.`}` : brings;
  };
}
