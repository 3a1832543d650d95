import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { FIRST_CERTIFICATE_YEAR } from '#schemas/certificate.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { SelectField, type SelectOption } from '#src/ui/fields/select-field.tsx';
import type { CertificateFilter } from './queries.ts';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

interface CertificateFiltersProps {
  filter: Pick<CertificateFilter, 'year' | 'month'>;
  onFilterChange: (change: Partial<Pick<CertificateFilter, 'year' | 'month'>>) => void;
}

/** Filters by date of issue: a year from 2025 (spec 2 §9), and a month. */
export function CertificateFilters({ filter, onFilterChange }: CertificateFiltersProps) {
  const { t } = useLingui();
  const months = useMonthNames();
  const thisYear = Number(useToday().slice(0, 4));
  const years: SelectOption[] = [];
  for (let year = thisYear; year >= FIRST_CERTIFICATE_YEAR; year -= 1) {
    years.push({ value: String(year), label: String(year) });
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
      <SelectField
        label={t`Year`}
        placeholder={t`All years`}
        options={years}
        value={filter.year ?? ''}
        onChange={({ target }) => onFilterChange({ year: Number(target.value) || null })}
      />
      <SelectField
        label={t`Month`}
        placeholder={t`All months`}
        options={MONTHS.map((month) => ({ value: String(month), label: months(month) }))}
        value={filter.month ?? ''}
        onChange={({ target }) => onFilterChange({ month: Number(target.value) || null })}
      />
    </div>
  );
}

/** Localized, capitalized name of a month from 1 to 12. */
function useMonthNames(): (month: number) => string {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(formattingLocale(locale), {
      month: 'long',
      timeZone: 'UTC',
    });
    return (month) => {
      const name = format.format(Date.UTC(FIRST_CERTIFICATE_YEAR, month - 1, 1));
      return name.charAt(0).toLocaleUpperCase(formattingLocale(locale)) + name.slice(1);
    };
  }, [locale]);
}
