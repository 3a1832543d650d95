import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { RegionCode } from '#schemas/regions.ts';
import { useSession } from '#console/data/session.ts';
import { changePreferences, usePreferences } from '#console/parts/preferences.ts';

/** Lets the operator choose one of their countries or all of them. Only shown if they have several. */
export function CountrySwitch() {
  const { t, i18n } = useLingui();
  const { regions } = useSession();
  const { country } = usePreferences();
  if (regions.length < 2) return null;
  const countryNames = new Intl.DisplayNames(i18n.locales ?? i18n.locale, { type: 'region' });
  const nameOf = (code: RegionCode) => countryNames.of(code) ?? code;
  const sortedRegions = regions.toSorted((a, b) =>
    nameOf(a.code).localeCompare(nameOf(b.code), i18n.locale),
  );
  const selectedCountry = regions.some(({ id }) => id === country) ? country : null;
  return (
    <span className="relative min-w-0">
      <select
        aria-label={t`Country`}
        value={selectedCountry ?? ''}
        onChange={({ target }) =>
          changePreferences({
            country: regions.find(({ id }) => String(id) === target.value)?.id ?? null,
          })
        }
        className="min-h-target w-full appearance-none rounded-control border border-line bg-surface-raised py-1 ps-3 pe-8 text-small font-semibold text-ellipsis"
      >
        <option value="">{t`All countries`}</option>
        {sortedRegions.map(({ id, code }) => (
          <option key={id} value={id}>
            {nameOf(code)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-2.5 top-1/2 size-4 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}
