import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { regionsOfRight, useSession } from '#console/data/session.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { countrySearch } from './country-search.ts';
import { LaunchChecklist } from './launch-checklist.tsx';

/** Settings of one country. */
export function CountryScreen() {
  const { t, i18n } = useLingui();
  const [state, change] = useUrlState(countrySearch);
  const allowed = regionsOfRight(useSession(), 'settings.read');
  const country = useCountry();
  const shown = [Number(state.region), country]
    .map((wanted) => allowed.find((id) => id === wanted))
    .find((id) => id !== undefined);
  const region = shown ?? allowed[0];
  return (
    <ScreenPage
      title={<Trans>Country</Trans>}
      description={<Trans>Settings of a country, and the parts that are missing.</Trans>}
      actions={
        // The switch of the header has one country already.
        allowed.length > 1 && country === undefined && region !== undefined ? (
          <div className="w-56">
            <SelectField
              label={t`Shown country`}
              options={allowed.map((id) => ({ value: String(id), label: countryText(i18n, id) }))}
              value={String(region)}
              onChange={({ target }) => change({ region: target.value })}
            />
          </div>
        ) : undefined
      }
    >
      <div className="p-4">
        {region !== undefined && <LaunchChecklist key={region} region={region} />}
      </div>
    </ScreenPage>
  );
}
