import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const kinds = {
  act: msg`Action`,
  read: msg`Read`,
  sign_in: msg`Sign-in`,
} as const satisfies Record<string, MessageDescriptor>;

export const kindText = (i18n: I18n, kind: keyof typeof kinds): string => i18n._(kinds[kind]);

/** Result of an action. */
export function outcomeText(i18n: I18n, outcome: string | null): string {
  if (outcome === 'done') return i18n._(msg({ message: 'Done', context: 'audit' }));
  if (outcome === null) return i18n._(msg`Unfinished`);
  return i18n._(msg`Failed (${outcome})`);
}

/** A record as kind and id, such as `operator 3f2a…`. */
export function recordText(kind: string | null, id: string | null): string {
  return [kind?.replaceAll('_', ' '), id].filter(Boolean).join(' ') || '–';
}
