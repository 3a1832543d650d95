import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { catalogueLanguages } from '#schemas/languages.ts';
import type { Audience } from '#schemas/operator/audience.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { languageName } from './language-text.ts';
import { CompanyPicker, type PickedRecord } from './record-pickers.tsx';

interface AudienceFieldsProps {
  readonly region: RegionId;
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
  /** The country's company types, as a filter. */
  readonly companyTypes?: readonly { readonly id: number; readonly name: string }[];
}

/** Narrows down a country's users with filters. */
export function AudienceFields(props: AudienceFieldsProps) {
  const { region, audience, onChange, companyTypes = [] } = props;
  const { t, i18n } = useLingui();
  const { company_type: type } = audience;
  const { verified: isVerified, role, language } = audience;
  const all = { value: '', label: t`All` };
  const set = <Name extends keyof Audience>(name: Name, value: Audience[Name]) => {
    const { [name]: _, ...others } = audience;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      {hasRight(useSession(), 'companies.read') && (
        <CompanyChoice region={region} onChange={(id) => set('company', id)} />
      )}
      <SelectField
        label={t`Company verification`}
        options={[all, { value: '1', label: t`Verified` }, { value: '0', label: t`Not verified` }]}
        value={isVerified === undefined ? '' : String(isVerified)}
        onChange={({ target: { value } }) =>
          set('verified', value === '' ? undefined : value === '1' ? 1 : 0)
        }
      />
      {companyTypes.length > 0 && (
        <SelectField
          label={t`Company type`}
          options={[
            all,
            ...companyTypes.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={type === undefined ? '' : String(type)}
          onChange={({ target: { value } }) =>
            set('company_type', companyTypes.find(({ id }) => String(id) === value)?.id)
          }
        />
      )}
      <SelectField
        label={t`Role in the company`}
        options={[all, { value: 'owner', label: t`Owners` }, { value: 'staff', label: t`Members` }]}
        value={role ?? ''}
        onChange={({ target: { value } }) =>
          set(
            'role',
            (['owner', 'staff'] as const).find((name) => name === value),
          )
        }
      />
      <SelectField
        label={t`Language`}
        options={[
          all,
          ...catalogueLanguages.map((value) => ({
            value,
            label: languageName(value, i18n.locale),
          })),
        ]}
        value={language ?? ''}
        onChange={({ target: { value } }) =>
          set(
            'language',
            catalogueLanguages.find((code) => code === value),
          )
        }
      />
    </>
  );
}

interface CompanyChoiceProps {
  readonly region: RegionId;
  readonly onChange: (id: string | undefined) => void;
}

/** Chooses one company, or all. */
function CompanyChoice({ region, onChange }: CompanyChoiceProps) {
  const [company, setCompany] = useState<PickedRecord | null>(null);
  const titleId = useId();
  const choose = (pickedCompany: PickedRecord | null) => {
    setCompany(pickedCompany);
    onChange(pickedCompany?.id);
  };
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className="mb-1.5 text-[0.9375rem] font-semibold">
        <Trans>Company</Trans>
      </p>
      {company === null ? (
        <CompanyPicker region={region} onPick={choose} />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <span className="break-long">{company.name}</span>
          <Button variant="secondary" onClick={() => choose(null)}>
            <Trans>All companies</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}
