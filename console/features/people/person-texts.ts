import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { personCalls } from '#schemas/operator/person-calls.ts';
import { isOwner, type RoleId } from '#schemas/roles.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

/** A person as shown in the list. `PersonFile` is their whole record. */
export type ListedPerson = ResultOf<typeof personCalls.listPeople>['data'][number];
export type PersonFile = ResultOf<typeof personCalls.readPersonFile>;

const roleNames = {
  3: msg`Owner`,
  4: msg`Installer`,
  7: msg`Owner (decor)`,
  8: msg`Installer (decor)`,
} as const satisfies Record<RoleId, unknown>;

export const roleText = (i18n: I18n, role: RoleId): string => i18n._(roleNames[role]);
export const roleChoices = [3, 4, 7, 8] as const satisfies readonly RoleId[];

const browserNames = new Map([
  ['chrome', 'Chrome'],
  ['safari', 'Safari'],
  ['firefox', 'Firefox'],
  ['edge', 'Edge'],
  ['samsung', 'Samsung Internet'],
  ['opera', 'Opera'],
]);
const systemNames = new Map([
  ['android', 'Android'],
  ['ios', 'iOS'],
  ['windows', 'Windows'],
  ['macos', 'macOS'],
  ['linux', 'Linux'],
]);

/** Returns the browser and system of a session, such as `Chrome, Android`. */
export function deviceText(
  i18n: I18n,
  { browser, system }: Pick<PersonFile['sessions'][number], 'browser' | 'system'>,
): string {
  const browserName = browserNames.get(browser) ?? i18n._(msg`Other browser`);
  const systemName = systemNames.get(system) ?? i18n._(msg`Other system`);
  return `${browserName}, ${systemName}`;
}

type State = Pick<ListedPerson, 'active' | 'has_signed_in'>;

/** Returns the person's state as text: active, invited or removed. */
export function stateText(i18n: I18n, { active, has_signed_in: hasSignedIn }: State): string {
  if (!active) return i18n._(msg({ message: 'Removed', context: 'person' }));
  return hasSignedIn
    ? i18n._(msg({ message: 'Active', context: 'person' }))
    : i18n._(msg({ message: 'Invited', context: 'person' }));
}

export function stateTone({ active, has_signed_in: hasSignedIn }: State): Tone {
  if (!active) return 'neutral';
  return hasSignedIn ? 'good' : 'info';
}

/** True if the person is an owner. Erasing an owner can close their company at the same time. */
export const ownsCompany = ({ role }: Pick<PersonFile, 'role'>): boolean => isOwner(role);
