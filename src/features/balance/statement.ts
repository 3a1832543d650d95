/** A company's statement of points for a month, quarter or year. */
import { addMonths, startOfDay } from '#schemas/calendar-day.ts';
import { csvFile, csvText } from '#schemas/csv.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type LedgerDocument, type PointEvent, signedPoints } from '#schemas/ledger.ts';
import type { RegionCode } from '#schemas/regions.ts';

export const periodLengths = ['month', 'quarter', 'year'] as const;
export type PeriodLength = (typeof periodLengths)[number];

const monthCounts: Record<PeriodLength, number> = { month: 1, quarter: 3, year: 12 };

/** A calendar period in the region's time zone. */
export interface Period {
  /** First day: `2026-10-01`. */
  readonly firstDay: string;
  /** First day of the following period. */
  readonly nextFirstDay: string;
}

/** Returns the period that contains a day. */
export function periodAt(length: PeriodLength, day: string): Period {
  const months = monthCounts[length];
  const month = Number(day.slice(5, 7)) - 1;
  const firstMonth = month - (month % months) + 1;
  const firstDay = `${day.slice(0, 4)}-${String(firstMonth).padStart(2, '0')}-01`;
  return { firstDay, nextFirstDay: addMonths(firstDay, months) };
}

/** Returns the previous period (-1) or the next one (1). */
export function adjacentPeriod(length: PeriodLength, { firstDay }: Period, step: -1 | 1): Period {
  return periodAt(length, addMonths(firstDay, step * monthCounts[length]));
}

type StatementEntry = Pick<
  LedgerDocument,
  | 'uuid'
  | 'created_at'
  | 'event'
  | 'points'
  | 'variation'
  | 'project_uuid'
  | 'order_uuid'
  | 'campaign'
  | 'people'
>;

/** A ledger entry with the balance after it. */
interface StatementLine<Entry> {
  readonly entry: Entry;
  /** Change of the balance. */
  readonly points: number;
  readonly balance: number;
}

/** Sums of a period, in points: `opening` plus all changes equals `closing`. */
export interface Statement<Entry = StatementEntry> {
  readonly opening: number;
  /** Earned points by reason, highest first; each campaign is a separate reason. */
  readonly earned: readonly {
    /** The first entry with this reason. */
    readonly reason: Pick<StatementEntry, 'event' | 'variation' | 'campaign'>;
    readonly points: number;
  }[];
  /** Change of the balance by orders; negative if more was spent than returned. */
  readonly spent: number;
  /** Change of the balance by expiry; negative if more expired than corrections returned. */
  readonly expired: number;
  /** Change of the balance by corrections. */
  readonly corrected: number;
  readonly closing: number;
  /** Oldest first. */
  readonly lines: readonly StatementLine<Entry>[];
}

/** Change of the company's balance, or of a person's points (0 if the person has no share in the entry). */
function balanceChange(entry: StatementEntry, personId: string | null): number {
  if (personId === null) return signedPoints(entry);
  return entry.people?.find(({ uuid }) => uuid === personId)?.points ?? 0;
}

interface StatementOptions {
  readonly period: Period;
  readonly region: RegionCode;
  /** Id of a person; null for the company. */
  readonly personId: string | null;
}

/**
 * Creates the statement of a period, for the company or a person.
 * @param entries the company's whole ledger, in any order
 */
export function createStatement<Entry extends StatementEntry>(
  entries: readonly Entry[],
  { period, region, personId }: StatementOptions,
): Statement<Entry> {
  const [from, to] = [startOfDay(region, period.firstDay), startOfDay(region, period.nextFirstDay)];
  const datedEntries = entries
    .map((entry) => ({
      entry,
      time: Date.parse(entry.created_at),
      points: balanceChange(entry, personId),
    }))
    .filter(({ time, points }) => time < to && (personId === null || points !== 0))
    .toSorted(
      (a, b) =>
        a.time - b.time ||
        // A fulfilled order releases and spends its points at the same time. The release comes first, so that the
        // balance doesn't dip in between.
        b.points - a.points ||
        compareText(a.entry.uuid, b.entry.uuid),
    );
  let balance = 0;
  let opening = 0;
  const lines: StatementLine<Entry>[] = [];
  for (const { entry, time, points } of datedEntries) {
    balance += points;
    if (time < from) opening = balance;
    else lines.push({ entry, points, balance });
  }
  const linesByGroup = Map.groupBy(lines, ({ entry }) => groupOf(entry));
  const sumOfGroup = (group: Group) => sum(linesByGroup.get(group) ?? []);
  return {
    opening,
    earned: [
      ...Map.groupBy(linesByGroup.get('earned') ?? [], ({ entry }) => reasonKey(entry)).values(),
    ]
      .flatMap((reasonLines) =>
        reasonLines.slice(0, 1).map(({ entry: reason }) => ({ reason, points: sum(reasonLines) })),
      )
      .toSorted((a, b) => b.points - a.points),
    spent: sumOfGroup('spent'),
    expired: sumOfGroup('expired'),
    corrected: sumOfGroup('corrected'),
    closing: balance,
    lines,
  };
}

type Group = 'earned' | 'spent' | 'expired' | 'corrected';

const correctionEvents: ReadonlySet<PointEvent> = new Set(['other', 'project_correction']);

/** An order's entries count as spent, even those that return its points. */
function groupOf({ event, variation, order_uuid }: StatementEntry): Group {
  // A correction can return expired points.
  if (variation === 'expired' || event === 'points_expired') return 'expired';
  if (order_uuid !== null || event.startsWith('order_')) return 'spent';
  return variation === 'positive' && !correctionEvents.has(event) ? 'earned' : 'corrected';
}

function reasonKey({ event, campaign }: StatementEntry): string {
  return campaign ? `${event} ${campaign.id}` : event;
}

function sum(lines: readonly StatementLine<unknown>[]): number {
  return lines.reduce((total, { points }) => total + points, 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

type Cell = string | number;

/**
 * Writes rows as a CSV file, with numbers in the language's format.
 * @param language determines the separator: `;` where the decimal mark is a comma
 */
export function toCsv(rows: readonly (readonly Cell[])[], language: string): string {
  const separator = decimalMark(language) === ',' ? ';' : ',';
  const numberFormat = new Intl.NumberFormat(formattingLocale(language), { useGrouping: false });
  const writeCell = (value: Cell) => {
    // Spreadsheets can't read the minus sign of some locales.
    if (typeof value === 'number') return numberFormat.format(value).replace('−', '-');
    return csvText(value);
  };
  return csvFile(
    rows.map((row) => row.map(writeCell)),
    separator,
  );
}

function decimalMark(language: string): string | undefined {
  const parts = new Intl.NumberFormat(formattingLocale(language)).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value;
}
