import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Printer } from 'lucide-react';
import { dayIn } from '#schemas/calendar-day.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { usePointValue } from '#src/data/text/money.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { DetailList, Facts } from '#src/ui/lists/detail-list.tsx';
import { Points } from '#src/ui/points.tsx';
import { reasonText } from './ledger-lines.ts';
import { LedgerPoints } from './order-sheet.tsx';
import { projectStreets } from './queries.ts';
import { type NamedStatement, useSaveCsv } from './statement-csv.ts';

/** Amounts and entries of a statement, with buttons to save and print it. */
export function StatementReport(namedStatement: NamedStatement) {
  const { t } = useLingui();
  const { statement } = namedStatement;
  const { isFirstPullDone } = useSyncStatus();
  const projectIds = statement.lines.flatMap(({ entry }) => entry.project_uuid ?? []);
  const streets = useLiveQuery(
    (account) => projectStreets(account, projectIds),
    [projectIds.join()],
  );
  const saveCsv = useSaveCsv(namedStatement, streets);
  // A file saved too early would look complete, although entries or projects are missing.
  const reason = isFirstPullDone ? undefined : t`Your points and projects are still loading.`;
  return (
    <>
      <Card>
        <Totals {...namedStatement} />
      </Card>
      <div className="grid items-start gap-2 tablet:grid-cols-2 print:hidden">
        <Button
          variant="secondary"
          icon={<Download />}
          busy={streets === undefined}
          disabledReason={reason}
          onClick={saveCsv}
        >
          {t`Save as CSV`}
        </Button>
        <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
          {t`Print or save as PDF`}
        </Button>
      </div>
      <Section title={t`Entries`}>
        <Entries {...namedStatement} streets={streets} />
      </Section>
    </>
  );
}

/** Opening balance, changes and closing balance. Also shows the value in money if the region sets one. */
function Totals({ statement, lastKnownDay }: NamedStatement) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const money = usePointValue();
  const balance = (points: number) => (
    <Points number={format.number(points)} label={format.points(points)} />
  );
  const changes = [
    ...statement.earned.map(({ reason, points }) => ({ term: reasonText(reason, i18n), points })),
    { term: t`Spent on orders`, points: statement.spent },
    { term: t`Expired`, points: statement.expired },
    { term: t`Corrections`, points: statement.corrected },
  ];
  const closing = money?.text(statement.closing);
  const lastDay = lastKnownDay === null ? '' : format.day(lastKnownDay);
  return (
    <>
      {lastKnownDay !== null && (
        <p className="mb-3 font-semibold">
          <Trans>So far, with entries until {lastDay}</Trans>
        </p>
      )}
      <DetailList
        items={[
          { term: <Trans>Opening balance</Trans>, detail: balance(statement.opening) },
          ...changes
            .filter(({ points }) => points !== 0)
            .map(({ term, points }) => ({ term, detail: <LedgerPoints points={points} /> })),
          {
            term:
              lastKnownDay === null ? (
                <Trans>Closing balance</Trans>
              ) : (
                <Trans>Closing balance so far</Trans>
              ),
            detail: balance(statement.closing),
          },
          ...(closing === undefined
            ? []
            : [{ term: <Trans>Closing balance in money</Trans>, detail: closing }]),
        ]}
      />
    </>
  );
}

/** On a phone, the balance is below the points, because three columns don't fit with a large font. */
const BALANCE_COLUMN = 'hidden px-4 py-3 text-end tablet:table-cell print:table-cell';

interface EntriesProps extends NamedStatement {
  /** Addresses of projects by id. */
  streets: ReadonlyMap<string, string> | undefined;
}

function Entries({ statement, streets }: EntriesProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { region } = useRegionalClock();
  if (statement.lines.length === 0) {
    return (
      <p className="text-ink-soft">
        <Trans>There are no entries in this period.</Trans>
      </p>
    );
  }
  return (
    <Card padded={false}>
      <table className="w-full text-start tnum">
        <thead className="text-small text-ink-soft">
          <tr>
            <th scope="col" className="px-4 py-3 text-start font-medium">
              <Trans>Entry</Trans>
            </th>
            <th scope="col" className="py-3 ps-2 pe-4 text-end font-medium tablet:pe-2">
              <Trans>Points</Trans>
            </th>
            <th scope="col" className={`${BALANCE_COLUMN} font-medium`}>
              <Trans>Balance</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {statement.lines.map(({ entry, points, balance }) => (
            <tr key={entry.uuid}>
              <td className="px-4 py-3 break-long">
                <span className="block leading-tight font-semibold">{reasonText(entry, i18n)}</span>
                <span className="block text-small text-ink-soft">
                  <Facts
                    facts={[
                      format.day(dayIn(region, Date.parse(entry.created_at))),
                      streets?.get(entry.project_uuid ?? ''),
                    ]}
                  />
                </span>
              </td>
              <td className="py-3 ps-2 pe-4 text-end align-top tablet:pe-2">
                <LedgerPoints points={points} isReserved={entry.variation === 'reserved'} />
                <span className="block text-small text-ink-soft tablet:hidden print:hidden">
                  <span className="sr-only">
                    <Trans>Balance</Trans>
                  </span>{' '}
                  {format.number(balance)}
                </span>
              </td>
              <td className={`${BALANCE_COLUMN} align-top`}>
                <Points number={format.number(balance)} label={format.points(balance)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
