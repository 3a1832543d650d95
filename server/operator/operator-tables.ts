import { type ColumnType, type RawBuilder } from 'kysely';

/** Names of an action's details, in display order. */
export const detailNames = ['proof', 'reference', 'before', 'after'] as const;
export type ActionDetails = Readonly<Partial<Record<(typeof detailNames)[number], string>>>;

/** Log of operators' actions: append-only, except that the outcome is set once. */
interface OperatorActionsTable {
  uuid: string;
  at: Date;
  /** Name of the operator's token. */
  operator: string;
  command: string;
  /** Arguments: ids and numbers, never free text. */
  words: string[];
  why: string;
  /** How an identity was verified, and the changed values in shortened form; null if the command has no details. */
  details: ColumnType<ActionDetails | null, string | RawBuilder<unknown> | null | undefined, never>;
  /** `done` or an error code; null while the command runs, or if the process ended before the command did. */
  outcome: string | null;
}

export interface OperatorTables {
  operator_acts: OperatorActionsTable;
}
