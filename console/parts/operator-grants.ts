import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorGrant, OperatorRoleName } from '#schemas/operator/operator-rights.ts';
import { regions } from '#schemas/regions.ts';
import { countryText } from './country-and-time.ts';

const roles = {
  viewer: msg`Viewer`,
  support: msg`Support`,
  sales: msg`Sales`,
  reviewer: msg`Reviewer`,
  shop: msg`Shop`,
  editor: msg`Editor`,
  finance: msg`Finance`,
  country_lead: msg`Country lead`,
  administrator: msg`Administrator`,
} as const;

export const roleText = (i18n: I18n, role: OperatorRoleName): string => i18n._(roles[role]);

/** Roles with their countries, such as "Reviewer (Poland, Czechia)". */
export function grantsText(i18n: I18n, grants: readonly OperatorGrant[]): string {
  return grants
    .map(({ role, regions: ids }) => {
      const countriesText =
        ids.length === regions.length
          ? i18n._(msg`all countries`)
          : ids.map((id) => countryText(i18n, id)).join(', ');
      return `${roleText(i18n, role)} (${countriesText})`;
    })
    .join('; ');
}
