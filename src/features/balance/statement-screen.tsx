import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import * as v from 'valibot';
import { addDays, dayIn, startOfUtcDay } from '#schemas/calendar-day.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { isOwner } from '#schemas/roles.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRetryHistory } from '#src/data/sync/use-retry-history.ts';
import { useConnection, useDebouncedConnection } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { oneOf } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { wholeLedger } from './queries.ts';
import { usePeople } from './statement-people.ts';
import { StatementReport } from './statement-report.tsx';
import {
  adjacentPeriod,
  createStatement,
  type Period,
  type PeriodLength,
  periodAt,
  periodLengths,
} from './statement.ts';

/**
 * Search parameters: the period's length, its first month (`2026-10`; the current one if missing), and the person's
 * id (the company if missing).
 */
const statementView = v.object({
  group: oneOf(periodLengths, 'month'),
  month: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), ''), ''),
  person: v.fallback(v.optional(v.pipe(v.string(), v.uuid()), ''), ''),
});

/** `/balance/statement`: points of the company or a person in a period, from the ledger on the device. */
export function StatementScreen() {
  const { t } = useLingui();
  const clock = useRegionalClock();
  const identity = useIdentity();
  const company = useSingleton('self')?.company.name;
  const ledger = useLiveQuery(wholeLedger, []);
  const { view, change } = useListSearch('/balance/statement', statementView);
  const canChoosePerson = identity !== null && isOwner(identity.role);
  const people = usePeople(ledger, canChoosePerson);
  // Staff only see their own points.
  const person =
    (canChoosePerson ? people.find(({ id }) => id === view.person) : people[0]) ?? null;
  const readAt = useLedgerReadAt();
  const today = dayIn(clock.region, clock.now);
  const period = periodAt(view.group, view.month === '' ? today : `${view.month}-01`);
  const periodName = usePeriodName(view.group, period);
  usePageTitle(t`Statement`);
  const goTo = (length: PeriodLength, { firstDay }: Period) =>
    change({ group: length, month: firstDay.slice(0, 7) }, { replace: true });
  const oldestDay = ledger?.[0] ? dayIn(clock.region, Date.parse(ledger[0].created_at)) : today;
  const lastReadDay = readAt === null ? today : dayIn(clock.region, readAt);
  return (
    <Page
      title={<Trans>Statement</Trans>}
      subtitle={[company, person?.name].filter(Boolean).join(' · ')}
    >
      <div className="space-y-5">
        <div className="space-y-4 print:hidden">
          <FilterChips
            label={t`Period`}
            options={[
              { value: 'month', label: t`Month` },
              { value: 'quarter', label: t`Quarter` },
              { value: 'year', label: t`Year` },
            ]}
            value={view.group}
            onValueChange={(value) => {
              const length = periodLengths.find((option) => option === value) ?? 'month';
              goTo(length, periodAt(length, period.firstDay));
            }}
          />
          {canChoosePerson && (
            <SelectField
              label={t`Points of`}
              value={person?.id ?? ''}
              options={[
                { value: '', label: t`The whole company` },
                ...people.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => change({ person: event.target.value }, { replace: true })}
            />
          )}
        </div>
        <div className="flex items-center justify-between gap-2">
          <IconButton
            label={t`Previous period`}
            icon={<ChevronLeft />}
            disabled={period.firstDay <= oldestDay}
            onClick={() => goTo(view.group, adjacentPeriod(view.group, period, -1))}
          />
          <h2 aria-live="polite" className="text-center text-title font-semibold">
            {periodName}
          </h2>
          <IconButton
            label={t`Next period`}
            icon={<ChevronRight />}
            disabled={period.nextFirstDay > today}
            onClick={() => goTo(view.group, adjacentPeriod(view.group, period, 1))}
          />
        </div>
        <OfflineNotice readAt={readAt} />
        <IncompleteNotice lacksPeople={person !== null && hasUnknownPeople(ledger)} />
        {person !== null && (
          <p className="text-small text-ink-soft">
            <Trans>
              Only this person’s own products, surveys and orders. Expired points and welcome points
              count for the company.
            </Trans>
          </p>
        )}
        {ledger && (
          <StatementReport
            statement={createStatement(ledger, {
              period,
              region: clock.region,
              personId: person?.id ?? null,
            })}
            period={period}
            lastKnownDay={period.nextFirstDay > lastReadDay ? lastReadDay : null}
            personName={person?.name ?? null}
          />
        )}
      </div>
    </Page>
  );
}

/** Name of a period in the user's language: "October 2026", "October – December 2026", "2026". */
function usePeriodName(length: PeriodLength, { firstDay, nextFirstDay }: Period): string {
  const { i18n } = useLingui();
  const yearMonthFormat = new Intl.DateTimeFormat(formattingLocale(i18n.locale), {
    ...(length !== 'year' && { month: 'long' }),
    year: 'numeric',
    timeZone: 'UTC',
  });
  const name = yearMonthFormat.formatRange(
    startOfUtcDay(firstDay),
    startOfUtcDay(addDays(nextFirstDay, -1)),
  );
  return name.charAt(0).toLocaleUpperCase(formattingLocale(i18n.locale)) + name.slice(1);
}

/** Last time the ledger was read from the server; null while online, or if unknown. */
function useLedgerReadAt(): number | null {
  const connection = useDebouncedConnection();
  const { recordFor } = useRetryHistory();
  if (connection === 'online') return null;
  return recordFor({ kind: 'pull', collection: 'ledger' })?.lastSuccessAt ?? null;
}

/** Warns that the ledger may be out of date. */
function OfflineNotice({ readAt }: { readAt: number | null }) {
  const format = useFormat();
  if (useDebouncedConnection() === 'online') return null;
  const time = readAt === null ? null : format.dateTime(readAt);
  return (
    <Banner tone="info">
      {time === null ? (
        <Trans>Newer entries may be missing until you’re online.</Trans>
      ) : (
        <Trans>As of {time}. Newer entries may be missing until you’re online.</Trans>
      )}
    </Banner>
  );
}

/** True until the device has pulled who earned the points in each entry. */
function hasUnknownPeople(ledger: readonly LedgerDocument[] | undefined): boolean {
  return ledger?.some(({ people }) => people === null) ?? false;
}

/** Warns if the device doesn't have the whole ledger. */
function IncompleteNotice({ lacksPeople }: { lacksPeople: boolean }) {
  const state = useCollectionState('ledger');
  const isOnline = useConnection() === 'online';
  if (state === 'empty' && !lacksPeople) return null;
  const isLoading = state === 'empty' ? isOnline : state === 'loading';
  return (
    <Banner tone="info">
      {isLoading ? (
        <Trans>Your points history is still loading, so the amounts may change.</Trans>
      ) : (
        <Trans>
          Part of your points history isn’t on this device yet. Connect to complete the statement.
        </Trans>
      )}
    </Banner>
  );
}
