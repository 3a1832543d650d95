import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#src/data/text/format.ts';
import type { ExpectedPoints } from './expected-points.ts';

/** Formats expected points and their conditions; empty if there are none. */
export function useExpectedPointsText(): (promised: ExpectedPoints) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ points: promised, isAtMost, isUnchecked }) => {
    if (promised === 0) return '';
    const points = format.points(promised);
    if (isAtMost)
      return t`${points} at most, once the project is closed and its products are checked.`;
    const expected = t`${points} when the project closes.`;
    return isUnchecked ? `${expected} ${t`The serial numbers are still to be checked.`}` : expected;
  };
}
