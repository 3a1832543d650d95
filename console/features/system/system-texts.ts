import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { JobName, JobState, ListedJob } from '#schemas/operator/system-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

/** Names of scheduled jobs. */
export const jobTexts: Readonly<Record<JobName, MessageDescriptor>> = {
  'expire-projects': msg`Expire open projects`,
  'expire-leads': msg`Expire leads without an answer`,
  'apply-planned-visibility': msg`Show and hide shop products on time`,
  'remind-of-leads': msg`Remind companies of leads`,
  'locate-places': msg`Locate companies and requests`,
  'erase-lead-requests': msg`Erase ended requests`,
  'reject-without-new-photo': msg`Reject products without the new photo`,
  'remind-of-new-photos': msg`Remind installers of new photos`,
  'settle-decisions': msg`Carry out decisions on products`,
  'notify-of-corrections': msg`Notify companies of corrected points`,
  'run-bulk-jobs': msg`Carry out actions on many rows`,
  'run-imports': msg`Carry out imports`,
  'seal-voucher-codes': msg`Encrypt voucher codes`,
  'remove-import-files': msg`Remove old import files`,
  'publish-planned-content': msg`Publish planned news`,
  'send-announcements': msg`Send announcements`,
  'apply-settings': msg`Apply planned settings`,
  'expire-points': msg`Expire old points`,
  'make-handover-documents': msg`Create handover documents`,
  'chain-audit': msg`Chain the audit`,
  'remove-unfinished-uploads': msg`Remove unfinished uploads`,
  'delete-unused-pictures': msg`Delete unused pictures`,
  'sweep-files': msg`Delete unused files`,
  'add-up-days': msg`Add up each day’s points and records`,
  sweep: msg`Delete expired data`,
};

export const jobStates: Readonly<Record<JobState, { tone: Tone; text: MessageDescriptor }>> = {
  failing: { tone: 'bad', text: msg({ message: 'Failing', context: 'job' }) },
  late: { tone: 'warn', text: msg({ message: 'Late', context: 'job' }) },
  good: { tone: 'good', text: msg({ message: 'Works', context: 'job' }) },
  new: { tone: 'neutral', text: msg({ message: 'Not run yet', context: 'job' }) },
};

/** True for a job that needs attention. */
export const isFailed = ({ state }: ListedJob): boolean => state === 'failing' || state === 'late';
