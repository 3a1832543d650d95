import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LeadGroup, LeadRequestState } from '#schemas/lead-status.ts';
import type { LeadRequestSource } from '#schemas/lead-request.ts';
import type { ListedLead } from '#schemas/operator/lead-calls.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

const states = {
  waiting: msg({ message: 'Waiting', context: 'request' }),
  offered: msg({ message: 'Offered', context: 'request' }),
  placed: msg({ message: 'Placed', context: 'request' }),
  ended: msg({ message: 'Ended', context: 'request' }),
} as const;
const stateTones = { waiting: 'warn', offered: 'info', placed: 'good', ended: 'neutral' } as const;

export const requestStateText = (i18n: I18n, state: LeadRequestState): string =>
  i18n._(states[state]);
export const requestStateTone = (state: LeadRequestState): Tone => stateTones[state];

const sources = {
  hand: msg({ message: 'By hand', context: 'request' }),
  file: msg({ message: 'File', context: 'request' }),
  machine: msg({ message: 'Other system', context: 'request' }),
  lead: msg({ message: 'Earlier lead', context: 'request' }),
} as const;
export const sourceText = (i18n: I18n, source: LeadRequestSource): string =>
  i18n._(sources[source]);

const groups = {
  open: msg({ message: 'Open', context: 'leads' }),
  scheduled: msg({ message: 'Scheduled', context: 'leads' }),
  completed: msg({ message: 'Completed', context: 'leads' }),
  other: msg({ message: 'Archive', context: 'leads' }),
} as const;
const groupTones = {
  open: 'info',
  scheduled: 'good',
  completed: 'good',
  other: 'neutral',
} as const;

export const groupText = (i18n: I18n, group: LeadGroup): string => i18n._(groups[group]);
export const groupTone = (group: LeadGroup): Tone => groupTones[group];

/** Formats the products, for example as "2 × GGL". If there are none, returns the number of windows or a dash. */
export const productsText = (
  i18n: I18n,
  { products, windows }: Pick<ListedLead, 'products' | 'windows'>,
): string =>
  products.map(({ type, quantity }) => `${i18n.number(quantity)} × ${type}`).join(', ') ||
  (windows === null ? '–' : i18n.number(windows));

/** Name of a homeowner, or a placeholder if their data was erased. */
export const homeownerText = (name: string): string => name || '–';
