import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import {
  type BatchResult,
  type ListRules,
  planBatch,
  type Reason,
  writeBatch,
} from '../setup/list-batch.ts';

/** Number of characters that are shown of a secret cell, so that operators can compare the columns with the file. */
const SHOWN_START = 2;
/** A shorter cell is hidden entirely. */
const MIN_PARTLY_SHOWN = 8;

/** The import that a step belongs to. */
export interface ImportOrigin {
  readonly importId: string;
  /** Null if the rows affect all countries. */
  readonly region: RegionId | null;
  /** Operator who started or last continued the phase. */
  readonly operatorId: string;
  /** Operator who started the phase. Its price changes count against the limits of this operator. */
  readonly startedBy: string;
  readonly sessionId: string | null;
  readonly why: string;
  /** True if a second person approved the phase. */
  readonly isApproved: boolean;
  readonly services: Pick<Services, 'clock' | 'logger' | 'pepper' | 'voucherKeys'>;
  /** Adds a change of a record to the audit. */
  readonly audit: (change: AuditedChange) => void;
}

type Rows = readonly (readonly string[])[];

/** A new row in a plan: its key and its other fields. */
export interface PlannedRow {
  readonly index: number;
  readonly key: string;
  readonly values: string;
  /** A value that no other row of the file may have, such as a code. */
  readonly uniqueValue?: string;
}

/** Functions that check, apply and undo rows of one kind. Each step is a transaction. */
export interface ImportKind {
  /** Maximum number of rows per step. By default, a step processes the rows of one part of the file. */
  readonly stepRows?: number;
  /** Finds the new and the rejected rows like `write`, but stores nothing. */
  readonly plan: (
    db: Kysely<Database>,
    origin: ImportOrigin,
    rows: Rows,
    /** Line number at which each row ends in the file. */
    lines: readonly number[],
  ) => Promise<{
    readonly added: readonly PlannedRow[];
    readonly result: BatchResult;
    /** Reason for rejecting a key that occurs twice with different values. */
    readonly duplicateReason: Reason;
    /** Reason for rejecting a row whose `uniqueValue` was already used by an earlier row. */
    readonly conflictReason?: Reason;
  }>;
  /** Stores the result of a check, for the approver. */
  readonly savePlan?: (
    trx: Transaction<Database>,
    origin: Pick<ImportOrigin, 'importId'>,
    added: readonly PlannedRow[],
  ) => Promise<void>;
  /** Reads the prices that a phase would change. Many or large changes require approval. */
  readonly readPrices?: (
    trx: Transaction<Database>,
    importId: string,
    phase: 'applying' | 'taking_back',
    context: { readonly now: number; readonly operator: string },
  ) => Promise<PlannedPrices>;
  /** Reads the awards that a phase would add or reverse. Large ones require approval. */
  readonly readAwards?: (
    trx: Transaction<Database>,
    importId: string,
    phase: 'applying' | 'taking_back',
    context: { readonly now: number; readonly operator: string },
  ) => Promise<PlannedAwards>;
  /** Stores the new rows. */
  readonly write: (
    trx: Transaction<Database>,
    origin: ImportOrigin,
    rows: Rows,
    lines: readonly number[],
  ) => Promise<BatchResult>;
  /** Missing for kinds whose rows can't be undone. */
  readonly takeBack?: (
    trx: Transaction<Database>,
    origin: ImportOrigin,
    after: string | null,
  ) => Promise<TakeBackResult>;
  /** Runs after all rows are applied. */
  readonly finish?: (trx: Transaction<Database>, origin: ImportOrigin) => Promise<void>;
  /** True if each row is applied in its own transaction. */
  readonly isOneByOne?: boolean;
  /** True if the file contains codes or contact data. Such a file is deleted as soon as its rows have been applied. */
  readonly isSecret?: boolean;
  /** True if rejected rows contain personal data, so reading them is audited. */
  readonly hasPersonalData?: boolean;
  /** Values of a rejected row for the downloadable file, without secrets. */
  readonly shownFields: (fields: readonly string[]) => readonly string[];
  /** Formats a cell for the preview, which is shown before the columns are known. */
  readonly shownCell: (cell: string) => string;
}

/** Price changes in a phase. */
export interface PlannedPrices {
  readonly prices: readonly {
    readonly sku: string;
    readonly before: number;
    readonly after: number;
  }[];
  /** True if their number or size requires approval. */
  readonly areLarge: boolean;
}

/** Awards in a phase. */
export interface PlannedAwards {
  readonly points: number;
  readonly companies: number;
  /** The largest awards, with the numbers of their companies. */
  readonly largest: readonly {
    readonly company: number;
    readonly points: number;
    readonly event: string;
  }[];
  /** True if their size requires approval. */
  readonly areLarge: boolean;
}

/** Result of a step that undoes rows. */
interface TakeBackResult {
  readonly removed: number;
  /** Number of rows that stay because they were used. */
  readonly kept: number;
  /** Key of the last row of this step, after which the next step continues; null if no rows are left. */
  readonly next: string | null;
}

/** Hides a cell's text, except the beginning of a long text. */
export const maskCell = (cell: string) => {
  if (cell === '') return '';
  return `${cell.length < MIN_PARTLY_SHOWN ? '' : cell.slice(0, SHOWN_START)}…`;
};

interface ListKind<Row, Stored> extends Pick<ImportKind, 'takeBack' | 'shownFields' | 'shownCell'> {
  /** True if a key that occurs twice is rejected even with identical values. */
  readonly rejectsRepeats?: boolean;
  readonly loadRules: (
    db: Kysely<Database>,
    origin: ImportOrigin,
  ) => Promise<ListRules<Row, Stored>>;
  readonly insert: (
    trx: Transaction<Database>,
    origin: ImportOrigin,
    newRows: readonly Row[],
  ) => Promise<number>;
}

/** Creates an import kind that applies the same rules to its rows as `club setup apply`. */
export function createListKind<Stored, Row extends Stored & { readonly index: number }>({
  loadRules,
  insert,
  rejectsRepeats = false,
  ...others
}: ListKind<Row, Stored>): ImportKind {
  return {
    ...others,
    plan: async (db, origin, rows) => {
      const rules = await loadRules(db, origin);
      const { added, result } = await planBatch(rows, rules);
      const plannedRows = added.map((row) => ({
        index: row.index,
        key: rules.getKey(row),
        values: rejectsRepeats ? randomUUID() : JSON.stringify({ ...row, index: undefined }),
      }));
      return { added: plannedRows, result, duplicateReason: rules.duplicateReason };
    },
    write: async (trx, origin, rows) =>
      writeBatch(rows, await loadRules(trx, origin), (added) => insert(trx, origin, added)),
  };
}
