import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { staffCalls } from '#schemas/operator/staff-calls.ts';

export type ListedOperator = ResultOf<typeof staffCalls.listOperators>['data'][number];

/** Returns the text for an operator's status: invited, active or deactivated. */
export function stateText(i18n: I18n, operator: ListedOperator): string {
  if (!operator.active) return i18n._(msg`Deactivated`);
  return operator.signed_in_at === null
    ? i18n._(msg`Invited`)
    : i18n._(msg({ message: 'Active', context: 'operator' }));
}
