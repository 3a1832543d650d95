import { Trans, useLingui } from '@lingui/react/macro';
import { DAY_MS } from '#schemas/durations.ts';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { searchText } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { useToday } from '#console/parts/use-today.ts';

const WEEK = 7 * DAY_MS;

/** Number of setting changes that start within a week, for the Today screen. */
export function StartingSettingsCard() {
  const { i18n } = useLingui();
  const end = new Date(`${useToday()}T00:00:00`).getTime() + WEEK;
  // Sorted by start, latest first, so all scheduled versions are on the first page.
  const { data, error } = useOperatorQuery(
    settingsCalls.listSettingsVersions,
    { query: { region: useCountry(), limit: 200 } },
    { fresh: 'record' },
  );
  const upcomingVersions = (data?.data ?? []).filter(
    ({ state, starts_at: at }) => state === 'planned' && Date.parse(at) < end,
  );
  const nextVersion = upcomingVersions.at(-1);
  return (
    <NumberCard
      title={<Trans>Settings that start this week</Trans>}
      href={`/country?${searchText({ tab: 'versions', region: nextVersion && String(nextVersion.region) })}`}
      value={data ? upcomingVersions.length : null}
      error={error}
    >
      {nextVersion ? (
        <Trans>
          Next: {i18n.date(new Date(nextVersion.starts_at), { dateStyle: 'medium' })},{' '}
          {countryText(i18n, nextVersion.region)}
        </Trans>
      ) : (
        data && <Trans>None planned</Trans>
      )}
    </NumberCard>
  );
}
