import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { regions, type RegionId } from '#schemas/regions.ts';

const kinds = {
  act: msg`Act`,
  read: msg`Read`,
  sign_in: msg`Sign-in`,
} as const satisfies Record<string, MessageDescriptor>;

export const kindText = (i18n: I18n, kind: keyof typeof kinds): string => i18n._(kinds[kind]);

/** Names of calls in the audit. Others are shown by their id, so that nothing is hidden. */
const acts: Readonly<Record<string, MessageDescriptor>> = {
  sendOperatorCode: msg`Requested a sign-in code`,
  signInOperator: msg`Signed in with a code`,
  registerPasskey: msg`Created a passkey`,
  signInWithPasskey: msg`Signed in with a passkey`,
  signOutOperator: msg`Signed out`,
};

/** Name of a call, or its id in words. */
export function actText(i18n: I18n, act: string): string {
  const text = acts[act];
  if (text) return i18n._(text);
  const words = act
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Result of an act. */
export function outcomeText(i18n: I18n, outcome: string | null): string {
  if (outcome === 'done') return i18n._(msg({ message: 'Done', context: 'audit' }));
  if (outcome === null) return i18n._(msg`Unfinished`);
  return i18n._(msg`Failed (${outcome})`);
}

/** Name of a country in the operator's language; a dash for none. */
export function countryText(i18n: I18n, id: RegionId | null): string {
  const code = regions.find((region) => region.id === id)?.code;
  if (code === undefined) return '–';
  return new Intl.DisplayNames(i18n.locales ?? i18n.locale, { type: 'region' }).of(code) ?? code;
}

/** A record as kind and id, such as `operator 3f2a…`. */
export function recordText(kind: string | null, id: string | null): string {
  return [kind?.replaceAll('_', ' '), id].filter(Boolean).join(' ') || '–';
}
