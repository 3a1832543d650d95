import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { RegionId } from '#schemas/regions.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { consoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { searchText } from '#console/parts/url-state.ts';

interface NewCountryProps {
  readonly region: RegionId;
  /** Countries whose settings can be copied. */
  readonly openRegions: readonly RegionId[];
}

/** Lets the operator start a country's first settings with those of another country or with neutral values. */
export function NewCountry({ region, openRegions }: NewCountryProps) {
  const { t, i18n } = useLingui();
  const [source, setSource] = useState(openRegions[0]);
  const country = countryText(i18n, region);
  const search = { region: String(region), from: source === undefined ? '' : String(source) };
  return (
    <section
      aria-label={t`First settings`}
      className="grid max-w-[48rem] justify-items-start gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <h2 className="font-semibold">
        <Trans>First settings</Trans>
      </h2>
      <p>
        <Trans>
          {country} has no settings yet. Companies can register there as soon as you save them.
        </Trans>
      </p>
      <SelectField
        label={t`Start with`}
        hint={t`You can change everything before you save it.`}
        options={[
          ...openRegions.map((id) => ({ value: String(id), label: countryText(i18n, id) })),
          { value: '', label: t`Neutral values` },
        ]}
        value={String(source ?? '')}
        onChange={({ target }) => setSource(openRegions.find((id) => String(id) === target.value))}
      />
      <LinkButton {...consoleLink(`/country/first-settings?${searchText(search)}`)}>
        <Trans>Write the settings</Trans>
      </LinkButton>
    </section>
  );
}
