import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { leadEntryText } from '#console/parts/lead-status-text.ts';
import type { CompanyRecordKind } from '#schemas/operator/company-calls.ts';

/** Names of states; unknown ones from a newer server are shown as their code. */
const states: Readonly<Record<string, MessageDescriptor>> = {
  'projects inProgress': msg({ message: 'Open', context: 'project' }),
  'projects closed': msg({ message: 'Closed', context: 'project' }),
  'projects lost': msg({ message: 'Given up', context: 'project' }),
  'projects scheduled': msg({ message: 'Planned', context: 'project' }),
  'projects inReview': msg({ message: 'In review', context: 'project' }),
  'products valid': msg({ message: 'Valid', context: 'product' }),
  'products in_review': msg({ message: 'In review', context: 'product' }),
  'products rejected': msg({ message: 'Rejected', context: 'product' }),
  'orders pending': msg`New`,
  'orders approved': msg`In progress`,
  'orders positive': msg`Completed`,
  'orders negative': msg({ message: 'Rejected', context: 'order' }),
  'orders failed': msg`Problem reported`,
  'cards issued': msg({ message: 'Issued', context: 'card' }),
  'cards active': msg({ message: 'Active', context: 'card' }),
  'cards blocked': msg({ message: 'Blocked', context: 'card' }),
  'cards expired': msg({ message: 'Expired', context: 'card' }),
  'cards closed': msg({ message: 'Closed', context: 'card' }),
  'certificates valid': msg({ message: 'Valid', context: 'certificate' }),
  'certificates inReview': msg({ message: 'In review', context: 'certificate' }),
  'certificates rejected': msg({ message: 'Rejected', context: 'certificate' }),
  'chats withSupport': msg({ message: 'To be answered', context: 'chat' }),
  'chats answered': msg({ message: 'Answered', context: 'chat' }),
  'chats solved': msg({ message: 'Solved', context: 'chat' }),
};

/** Returns the name of a record's state in a company's file. */
export function recordStateText(i18n: I18n, kind: CompanyRecordKind, state: string): string {
  // These have the same names as in the list of leads.
  const leadText = kind === 'leads' ? leadEntryText(i18n, `lead_${state}`) : null;
  if (leadText !== null) return leadText;
  const text = states[`${kind} ${state}`];
  return text ? i18n._(text) : state.replaceAll(/[-_]/g, ' ');
}
