import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { cardViews } from '#schemas/operator/list-choices.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

type CardView = (typeof cardViews)[number];

const states = {
  requested: msg({ message: 'Requested', context: 'card' }),
  issued: msg({ message: 'Issued', context: 'card' }),
  active: msg({ message: 'Active', context: 'card' }),
  blocked: msg({ message: 'Blocked', context: 'card' }),
  expired: msg({ message: 'Expired', context: 'card' }),
  closed: msg({ message: 'Closed', context: 'card' }),
} as const satisfies Record<CardView, ReturnType<typeof msg>>;
const tones = {
  requested: 'info',
  issued: 'warn',
  active: 'good',
  blocked: 'bad',
  expired: 'neutral',
  closed: 'neutral',
} as const satisfies Record<CardView, Tone>;

export const cardStateText = (i18n: I18n, state: CardView): string => i18n._(states[state]);
export const cardStateTone = (state: CardView): Tone => tones[state];

/** A card's number, of which only the last digits are known. */
export const cardNumberText = (digits: string): string => `•••• ${digits}`;
