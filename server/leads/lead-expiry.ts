import { type LeadStatus } from '#schemas/lead-steps.ts';

const DAY = 86_400_000;

/** How long a lead may stay at a step, in days. An agreed one lives as long as its project. */
const LEAD_TTL_DAYS: Partial<Record<LeadStatus, number>> = {
  new: 7,
  interested: 14,
  contacted: 60,
};

/**
 * When a lead that has just been moved will expire.
 * @param now milliseconds since 1970
 */
export function leadExpiry(status: LeadStatus, now: number): Date | null {
  const days = LEAD_TTL_DAYS[status];
  return days === undefined ? null : new Date(now + days * DAY);
}
