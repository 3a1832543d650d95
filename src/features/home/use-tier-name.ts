import { useLingui } from '@lingui/react/macro';
import type { TierCategory } from '#schemas/product-type.ts';

/** Returns the name of a tier category. */
export function useTierName(): (category: TierCategory) => string {
  const { t } = useLingui();
  return (category) => {
    switch (category) {
      case 1:
        return t`Wooden roof windows`;
      case 2:
        return t`Blinds`;
      case 3:
        return t`Plastic roof windows`;
      case 4:
        return t`Shutters`;
      case 5:
        return t`Awnings and nets`;
      case 6:
        return t`Flat-roof windows`;
      case 7:
        return t`Sun tunnels`;
      case 8:
        return t`Flashings`;
      case 9:
        return t`Smoke vents`;
      case 99:
        return t`Other products`;
    }
  };
}
