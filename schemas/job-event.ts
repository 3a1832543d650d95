/** Describes jobs for a calendar. The device's calendar files and the feed use the same description. */
import type { CalendarEvent } from './calendar-file.ts';
import { phonesOf } from './customer-phones.ts';
import { type Job, jobAddress, type JobLead, type JobProject, jobSubject } from './jobs.ts';
import type { Lead } from './lead.ts';
import { requestedItems, type RequestedItem } from './requested-items.ts';

type EventLead = JobLead & Pick<Lead, 'products' | 'window_windows_number'>;
/** A job with everything that its event mentions. */
type EventJob = Job<EventLead, JobProject>;

/** Texts of an event, in the user's language. */
export interface EventTexts {
  /** "Installation: Anna Nowak". */
  readonly title: (subject: string) => string;
  /** Name of a requested product; null for any window. */
  readonly productName: (type: string | null) => string;
  readonly number: (value: number) => string;
}

/** Products that the customer asked for; empty if unknown. */
export function jobProducts({ lead }: EventJob): readonly RequestedItem[] {
  return lead ? requestedItems(lead) : [];
}

/** "2 × Centre-pivot window, 1 × Blind"; empty if unknown. */
export function listProducts(
  products: readonly RequestedItem[],
  { productName, number }: Pick<EventTexts, 'productName' | 'number'>,
): string {
  return products
    .map(({ type, quantity }) => `${number(quantity)} × ${productName(type)}`)
    .join(', ');
}

/** Describes a job on its day: place, the customer's first phone number, and products to bring. */
export function jobEvent(
  job: EventJob,
  {
    day,
    url,
    changedAt,
    texts,
  }: Pick<CalendarEvent, 'day' | 'url' | 'changedAt'> & { texts: EventTexts },
): CalendarEvent {
  const [phone] = job.customer ? phonesOf(job.customer) : [];
  return {
    id: job.id,
    day,
    title: texts.title(jobSubject(job)),
    place: jobAddress(job),
    description: [phone, listProducts(jobProducts(job), texts)].filter(Boolean).join('\n'),
    url,
    changedAt,
  };
}
