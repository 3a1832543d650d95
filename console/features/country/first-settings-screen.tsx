import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import { type RegionId, regions } from '#schemas/regions.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useShownCountry } from '#console/parts/use-country.ts';
import { firstSettingsSearch } from './country-search.ts';
import { FirstSettings } from './first-settings.tsx';
import { allValuesOf, neutralValues } from './first-values.ts';

/** Screen for a country's first settings. The form starts with another country's settings or with neutral values. */
export function FirstSettingsScreen() {
  const { i18n } = useLingui();
  const [search] = useUrlState(firstSettingsSearch);
  const { region } = useShownCountry('settings.read', search.region);
  const editable = regionsWithRight(useSession(), 'settings.edit');
  const source = regions.find(({ id }) => String(id) === search.from)?.id;
  return (
    <ScreenPage
      title={
        region === undefined ? (
          <Trans>First settings</Trans>
        ) : (
          <Trans>First settings of {{ country: countryText(i18n, region) }}</Trans>
        )
      }
      description={
        <Trans>No second person has to approve them, because no company depends on them yet.</Trans>
      }
    >
      <div className="grid w-full max-w-[48rem] gap-4 p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <ConsoleLink
          href={`/country?tab=settings&region=${region ?? ''}`}
          className="inline-flex min-h-tool items-center gap-1.5 text-small font-semibold text-info hover:underline [&_svg]:size-4"
        >
          <ArrowLeft />
          <Trans>Country</Trans>
        </ConsoleLink>
        {region !== undefined && editable.includes(region) ? (
          <FirstForm key={`${region}-${source}`} region={region} source={source} />
        ) : (
          <EmptyPart>
            <Trans>Your role doesn’t allow this. Nothing was changed.</Trans>
          </EmptyPart>
        )}
      </div>
    </ScreenPage>
  );
}

interface FirstFormProps {
  readonly region: RegionId;
  /** Country whose settings are copied; undefined for neutral values. */
  readonly source: RegionId | undefined;
}

function FirstForm({ region, source }: FirstFormProps) {
  const { t } = useLingui();
  const ownSettings = useOperatorQuery(
    settingsCalls.readCountrySettings,
    { query: { region } },
    { fresh: 'queue' },
  );
  const copiedSettings = useOperatorQuery(
    settingsCalls.readCountrySettings,
    { query: { region: source ?? region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the settings`} query={ownSettings}>
      {({ settings, shared_questions: sharedQuestions }) =>
        settings === null ? (
          <RecordQuery label={t`Loading the settings`} query={copiedSettings}>
            {({ settings: copiedSettings }) => (
              <FirstSettings
                {...{ region, sharedQuestions }}
                draftRecord={`${region}-${source ?? 'neutral'}`}
                start={copiedSettings === null ? neutralValues : allValuesOf(copiedSettings)}
              />
            )}
          </RecordQuery>
        ) : (
          <EmptyPart>
            <Trans>This country has settings already.</Trans>
          </EmptyPart>
        )
      }
    </RecordQuery>
  );
}
