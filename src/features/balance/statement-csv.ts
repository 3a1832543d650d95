import { useLingui } from '@lingui/react/macro';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { usePointValue } from '#src/data/text/money.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { reasonText } from './ledger-lines.ts';
import { type Period, type Statement, toCsv } from './statement.ts';

/** A statement, with the period and person that appear in its title and file name. */
export interface NamedStatement {
  readonly statement: Statement<LedgerDocument>;
  readonly period: Period;
  /** Last day with known entries if the period isn't complete; otherwise null. */
  readonly lastKnownDay: string | null;
  /** Null for the company's statement. */
  readonly personName: string | null;
}

/**
 * Returns a function that saves the statement as a CSV file.
 * @param streets addresses of projects by id
 */
export function useSaveCsv(
  { statement, period, lastKnownDay, personName }: NamedStatement,
  streets: ReadonlyMap<string, string> | undefined,
): () => void {
  const { t, i18n } = useLingui();
  const { region } = useRegionalClock();
  const money = usePointValue();
  const lastDay = lastDayOf(period, lastKnownDay);
  return () => {
    const currency = money?.currency ?? '';
    const amountCells = (points: number) => (money ? [money.amount(points)] : []);
    const header = [t`Date`, t`Reason`, t`Project`, t`Points`, t`Balance`];
    const balanceRow = (day: string, name: string, points: number) => {
      const [project, change] = ['', ''];
      return [day, name, project, change, points, ...amountCells(points)];
    };
    const projectName = (id: string | null) =>
      id === null ? '' : (streets?.get(id) ?? t`Not on this device`);
    const closingLabel = lastKnownDay === null ? t`Closing balance` : t`Closing balance so far`;
    const rows = [
      money ? [...header, t`Balance in ${currency}`] : header,
      balanceRow(period.firstDay, t`Opening balance`, statement.opening),
      ...statement.lines.map(({ entry, points, balance }) => [
        dayIn(region, Date.parse(entry.created_at)),
        reasonText(entry, i18n),
        projectName(entry.project_uuid),
        points,
        balance,
        ...amountCells(balance),
      ]),
      balanceRow(lastDay, closingLabel, statement.closing),
    ];
    const csv = toCsv(rows, i18n.locale);
    const fileNameParts = ['points', period.firstDay, lastDay, toFileName(personName)].filter(
      Boolean,
    );
    saveFile(new Blob([csv], { type: 'text/csv' }), `${fileNameParts.join('-')}.csv`);
  };
}

/** The period's last day, or an earlier one if later entries aren't known yet. */
function lastDayOf({ firstDay, nextFirstDay }: Period, lastKnownDay: string | null): string {
  if (lastKnownDay === null) return addDays(nextFirstDay, -1);
  return lastKnownDay < firstDay ? firstDay : lastKnownDay;
}

/** Replaces characters that file systems don't allow in names. */
function toFileName(text: string | null): string | undefined {
  return text?.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
}
