import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { RegionId } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { countryText } from '#console/parts/country-and-time.ts';

/** The country for a new record, and a field to choose it if there are several. */
export function useRegionField(right: OperatorRight) {
  const { t, i18n } = useLingui();
  const allowedRegions = regionsWithRight(useSession(), right);
  const country = useCountry();
  const [chosenRegion, setChosenRegion] = useState<RegionId | null>(null);
  const [first] = allowedRegions.length === 1 ? allowedRegions : [];
  const region = chosenRegion ?? allowedRegions.find((id) => id === country) ?? first ?? null;
  const field = (error: string | undefined) =>
    allowedRegions.length > 1 && (
      <SelectField
        label={t`Country`}
        placeholder={t`Choose a country`}
        options={allowedRegions.map((id) => ({ value: String(id), label: countryText(i18n, id) }))}
        value={region === null ? '' : String(region)}
        error={error}
        onChange={({ target }) =>
          setChosenRegion(allowedRegions.find((id) => String(id) === target.value) ?? null)
        }
      />
    );
  return {
    region,
    field,
    chosenRegion,
    /** Chooses the country stored in a draft, if the operator still has the right for it. */
    restoreRegion: (id: number | null) =>
      setChosenRegion(allowedRegions.find((allowed) => allowed === id) ?? null),
  };
}
