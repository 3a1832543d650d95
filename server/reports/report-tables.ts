import { type RegionId } from '#schemas/regions.ts';

interface DayColumns {
  region_id: RegionId;
  /** Such as `scans`, or `orders_3` for a status. */
  figure: string;
  /** Of the country. */
  day: Date;
  records: number;
  points: number;
}

export interface ReportTables {
  /** Counted records of each day. */
  report_days: DayColumns;
  /** Changes that triggers have added and the job hasn't yet added to the days. */
  report_changes: DayColumns & { id: number };
}
