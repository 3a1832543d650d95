import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UpcomingDate, dateCalls, type DateKind } from '#schemas/operator/date-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { useCountry } from '#console/parts/use-country.ts';

/** Dates with the same day and text, in one or more countries. */
type DateGroup = readonly [UpcomingDate, ...UpcomingDate[]];

const kinds: Readonly<
  Record<DateKind, { text: MessageDescriptor; href: (date: UpcomingDate) => string }>
> = {
  points_expire: {
    text: msg`Old points expire`,
    href: ({ region }) => `/reports?region=${region}`,
  },
  levels_start: {
    text: msg`Levels count the new year’s products`,
    href: ({ region }) => `/country?tab=tiers&region=${region}`,
  },
  settings_start: {
    text: msg`Settings start`,
    href: ({ region }) => `/country?tab=versions&region=${region}`,
  },
  campaign_start: { text: msg`Campaign starts`, href: campaignHref },
  campaign_end: { text: msg`Campaign ends`, href: campaignHref },
  content_published: {
    text: msg`News is published`,
    href: ({ record }) => `/content/${record ?? ''}`,
  },
  product_shown: {
    text: msg`Product appears in the shop`,
    href: ({ record }) => `/shop/${record ?? ''}`,
  },
  product_hidden: {
    text: msg`Product leaves the shop`,
    href: ({ record }) => `/shop/${record ?? ''}`,
  },
};

/**
 * Paths of the lists to which a line with records in several countries links. A line with a single record links to that
 * record.
 */
const lists: Readonly<Partial<Record<DateKind, string>>> = {
  campaign_start: '/campaigns',
  campaign_end: '/campaigns',
  content_published: '/content?status=planned',
};

function campaignHref({ region, record }: UpcomingDate): string {
  return `/campaigns/${regionCodeOf(region)}-${record ?? ''}`;
}

/** Lists the dates on which something starts or ends, in the next six weeks and at the turn of the year. */
export function UpcomingDates() {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    dateCalls.listUpcomingDates,
    { query: { region } },
    { fresh: 'record' },
  );
  const groups = groupDates(data?.data ?? []);
  if (!error && groups.length === 0) return null;
  const countriesOf = (dates: DateGroup) =>
    dates.length > 3
      ? t`${i18n.number(dates.length)} countries`
      : dates.map((date) => countryText(i18n, date.region)).join(', ');
  return (
    <section aria-labelledby="upcoming-dates" className="px-4 pb-[calc(2.5rem+var(--toast-block))]">
      <h2 id="upcoming-dates" className="pb-2 font-semibold">
        <Trans>Upcoming dates</Trans>
      </h2>
      {error && <p className="text-small text-ink-soft">{errorText(error)}</p>}
      <ul className="max-w-[50rem] overflow-hidden rounded-card bg-surface-raised card-rise">
        {groups.map((dates) => {
          const [date] = dates;
          const { text, href } = kinds[date.kind];
          return (
            <li key={keyOf(date)} className="border-b border-line last:border-b-0">
              <ConsoleLink
                href={dates.length > 1 ? (lists[date.kind] ?? href(date)) : href(date)}
                className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-4 py-2.5 hover:bg-surface-sunken"
              >
                <span className="w-28 shrink-0 tnum">
                  {i18n.date(new Date(`${date.day}T00:00:00Z`), {
                    dateStyle: 'medium',
                    timeZone: 'UTC',
                  })}
                </span>
                <span className="shrink-0 font-semibold">{i18n._(text)}</span>
                <span className="min-w-0 flex-1 truncate text-ink-soft">
                  {date.title && textInLanguage(date.title, i18n.locale)}
                </span>
                <span className="text-small text-ink-soft">{countriesOf(dates)}</span>
              </ConsoleLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * Returns the key of a date's line. Countries share a line at the turn of the year, and for campaigns and news with
 * the same title.
 */
function keyOf({ kind, day, region, record, title }: UpcomingDate): string {
  const isYearChange = kind === 'points_expire' || kind === 'levels_start';
  const sharedTitle = lists[kind] && title?.['en'];
  return [day, kind, isYearChange ? '' : sharedTitle || `${region} ${record ?? ''}`].join(' ');
}

function groupDates(dates: readonly UpcomingDate[]): DateGroup[] {
  return [...Map.groupBy(dates, keyOf).values()].flatMap(([first, ...rest]) =>
    first ? [[first, ...rest] as const] : [],
  );
}
