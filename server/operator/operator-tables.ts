/** Log of operators' actions: append-only, except that the outcome is set once. */
interface OperatorActsTable {
  uuid: string;
  at: Date;
  /** Name of the token. */
  operator: string;
  command: string;
  /** Arguments: ids and numbers, never free text. */
  words: string[];
  why: string;
  /** `done` or an error code; null while running, or if the process died meanwhile. */
  outcome: string | null;
}

export interface OperatorTables {
  operator_acts: OperatorActsTable;
}
