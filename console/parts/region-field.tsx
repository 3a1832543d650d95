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
  const allowed = regionsWithRight(useSession(), right);
  const country = useCountry();
  const [chosen, setChosen] = useState<RegionId | null>(null);
  const [first] = allowed.length === 1 ? allowed : [];
  const region = chosen ?? allowed.find((id) => id === country) ?? first ?? null;
  const field = (error: string | undefined) =>
    allowed.length > 1 && (
      <SelectField
        label={t`Country`}
        placeholder={t`Choose a country`}
        options={allowed.map((id) => ({ value: String(id), label: countryText(i18n, id) }))}
        value={region === null ? '' : String(region)}
        error={error}
        onChange={({ target }) =>
          setChosen(allowed.find((id) => String(id) === target.value) ?? null)
        }
      />
    );
  return { region, field };
}
