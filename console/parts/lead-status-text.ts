import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LeadStatus } from '#schemas/lead-status.ts';

const statuses = {
  new: msg({ message: 'New', context: 'lead' }),
  interested: msg({ message: 'Interested', context: 'lead' }),
  contacted: msg({ message: 'Contacted', context: 'lead' }),
  agreed: msg({ message: 'Agreed', context: 'lead' }),
  closed: msg({ message: 'Completed', context: 'lead' }),
  'not-interested': msg({ message: 'Not interested', context: 'lead' }),
  'contact-unsuccessful': msg({ message: 'Not reached', context: 'lead' }),
  'not-agreed': msg({ message: 'Not agreed', context: 'lead' }),
  rejected: msg({ message: 'Withdrawn', context: 'lead' }),
  'rejected-by-installer': msg({ message: 'Rejected by the company', context: 'lead' }),
  lost: msg({ message: 'Lost', context: 'lead' }),
  'time-out': msg({ message: 'Not answered', context: 'lead' }),
  'expired-interest': msg({ message: 'Expired: not contacted', context: 'lead' }),
  'expired-contact': msg({ message: 'Expired: no appointment', context: 'lead' }),
  'expired-agreement': msg({ message: 'Expired: not installed', context: 'lead' }),
} as const;

export const leadStatusText = (i18n: I18n, status: LeadStatus): string => i18n._(statuses[status]);

/** Text of a timeline entry about a lead, such as `lead_time-out`; null for other entries. */
export function leadEntryText(i18n: I18n, kind: string): string | null {
  const status = kind.replace(/^lead_/, '');
  if (status === kind) return null;
  if (status === 'offered')
    return i18n._(msg({ message: 'Offered to a company', context: 'lead' }));
  if (status === 'received') return i18n._(msg({ message: 'Request received', context: 'lead' }));
  return Object.hasOwn(statuses, status) ? leadStatusText(i18n, status as LeadStatus) : null;
}
