import { Trans, useLingui } from '@lingui/react/macro';
import {
  operatorRoleNames,
  type OperatorGrant,
  type OperatorRoleName,
} from '#schemas/operator/operator-rights.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { roleText } from '#console/parts/operator-grants.ts';
import { useCountry } from '#console/parts/use-country.ts';

interface GrantsFieldProps {
  readonly value: readonly OperatorGrant[];
  readonly onChange: (grants: readonly OperatorGrant[]) => void;
}

/** Field for choosing roles and, for each role, the countries where it applies. */
export function GrantsField({ value, onChange }: GrantsFieldProps) {
  const { i18n } = useLingui();
  const countries = regionsWithRight(useSession(), 'operators.manage');
  const countriesOf = (role: OperatorRoleName) =>
    value.find((grant) => grant.role === role)?.regions ?? [];
  const change = (role: OperatorRoleName, ids: readonly RegionId[]) => {
    const otherGrants = value.filter((grant) => grant.role !== role);
    onChange(ids.length === 0 ? otherGrants : [...otherGrants, { role, regions: ids }]);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">
        <Trans>Roles and countries</Trans>
      </legend>
      <ul className="divide-y divide-line rounded-control border border-line">
        {operatorRoleNames.map((role) => (
          <li key={role} className="px-3 py-1">
            <RoleCountries
              role={roleText(i18n, role)}
              countries={countries}
              chosenRegions={countriesOf(role)}
              onChange={(ids) => change(role, ids)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface RoleCountriesProps {
  readonly role: string;
  readonly countries: readonly RegionId[];
  readonly chosenRegions: readonly RegionId[];
  readonly onChange: (ids: readonly RegionId[]) => void;
}

function RoleCountries({ role, countries, chosenRegions, onChange }: RoleCountriesProps) {
  const { t } = useLingui();
  const hasRole = chosenRegions.length > 0;
  const country = useCountry();
  // If one country is selected in the header, a new role starts with only that country. If it started with all
  // countries, removing the others would need many clicks.
  const initialRegions =
    country !== undefined && countries.includes(country) ? [country] : countries;
  const toggle = (id: RegionId) =>
    onChange(
      chosenRegions.includes(id)
        ? chosenRegions.filter((other) => other !== id)
        : [...chosenRegions, id],
    );
  return (
    <>
      <label className="flex min-h-target items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-info"
          checked={hasRole}
          onChange={() => onChange(hasRole ? [] : initialRegions)}
        />
        {role}
      </label>
      {hasRole && countries.length > 1 && (
        <div
          role="group"
          aria-label={t`Countries of ${role}`}
          className="flex flex-wrap gap-1 ps-6 pb-2"
        >
          {countries.map((id) => (
            <label
              key={id}
              className="relative inline-flex min-h-tool min-w-target items-center justify-center rounded-control border border-line px-2 text-small font-medium has-checked:border-transparent has-checked:bg-inverse has-checked:text-inverse-ink has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                className="absolute inset-0 opacity-0"
                checked={chosenRegions.includes(id)}
                onChange={() => toggle(id)}
              />
              {regionCodeOf(id)}
            </label>
          ))}
        </div>
      )}
    </>
  );
}
