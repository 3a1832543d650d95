import { type RegionId } from '#schemas/regions.ts';

interface DayColumns {
  region_id: RegionId;
  /** For example `scans`, or `orders_3` for a status. */
  figure: string;
  /** Day in the country's time zone. */
  day: Date;
  records: number;
  points: number;
}

export interface ReportTables {
  /** Daily counts of records. */
  report_days: DayColumns;
  /** Changes inserted by triggers that the job hasn't added to the daily counts yet. */
  report_changes: DayColumns & { id: number };
}
