import { type RegionId } from '#schemas/regions.ts';

interface DayColumns {
  region_id: RegionId;
  /** Name of the figure, such as `scans`, or `orders_3` for orders with status 3. */
  figure: string;
  /** Day in the country's time zone. */
  day: Date;
  records: number;
  points: number;
}

export interface ReportTables {
  /** Daily counts of records. */
  report_days: DayColumns;
  /** Changes that triggers have inserted and the job hasn't added to the daily counts yet. */
  report_changes: DayColumns & { id: number };
}
