import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import type { IndexFilter } from './index-props.ts';
import { dayText } from '#console/parts/country-and-time.ts';
import { DropDown, toolButtonClass } from '#console/parts/drop-down.tsx';
import { CompanyPicker, PersonPicker } from '#console/parts/record-pickers.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { useCountry } from '#console/parts/use-country.ts';

interface FilterChipProps {
  readonly filter: IndexFilter;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter as a chip: opens a panel to change it, and has a remove button. */
export function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const { t, i18n } = useLingui();
  const { label } = filter;
  const isSet = value !== undefined && value !== '';
  const text = isSet ? valueText(i18n, filter, value) : '';
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center rounded-control border',
        isSet ? 'border-info bg-info-soft' : 'border-dashed border-line-strong',
      )}
    >
      <DropDown
        isForm
        width="w-80"
        buttonClass={classNames(toolButtonClass, 'max-w-72 font-medium sunlight:border-0!')}
        button={
          isSet ? (
            <span className="truncate">
              {label}:{' '}
              <b className="font-semibold">
                {filter.kind === 'company' ? (
                  <CompanyName id={text} />
                ) : filter.kind === 'person' ? (
                  <PersonName id={text} />
                ) : (
                  text
                )}
              </b>
            </span>
          ) : (
            <>
              {label}
              <ChevronDown />
            </>
          )
        }
      >
        {(close) => (
          <FilterForm
            key={value ?? ''}
            filter={filter}
            value={value ?? ''}
            onApply={(next) => {
              onChange(next);
              close();
            }}
          />
        )}
      </DropDown>
      {isSet && (
        <button
          type="button"
          aria-label={t`Remove the filter ${label}`}
          onClick={() => onChange(undefined)}
          className={classNames(toolButtonClass, 'px-1! sunlight:border-0!')}
        >
          <X />
        </button>
      )}
    </span>
  );
}

function valueText(i18n: I18n, { kind, options, display }: IndexFilter, value: string): string {
  if (display) return display(value);
  if (kind === 'day') return dayText(i18n, value);
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** Name of a company, once loaded. */
function CompanyName({ id }: { id: string }) {
  const { data } = useOperatorQuery(companyCalls.readCompanyFile, { params: { id } });
  return <>{data?.name ?? '…'}</>;
}

/** Name of a person, once loaded; the id if they belong to another country or were erased. */
function PersonName({ id }: { id: string }) {
  const { data, error } = useOperatorQuery(personCalls.readPersonFile, { params: { id } });
  return <>{data?.name ?? (error ? id : '…')}</>;
}

interface FilterFormProps {
  readonly filter: IndexFilter;
  readonly value: string;
  readonly onApply: (value: string | undefined) => void;
}

function FilterForm({ filter: { kind, label, options = [] }, value, onApply }: FilterFormProps) {
  const { t } = useLingui();
  const country = useCountry();
  const [typedText, setTypedText] = useState(value);
  if (kind === 'company' || kind === 'person')
    return (
      <div className="p-2">
        {kind === 'company' ? (
          <CompanyPicker region={country} onPick={({ id }) => onApply(id)} />
        ) : (
          <PersonPicker includesInactive region={country} onPick={({ id }) => onApply(id)} />
        )}
      </div>
    );
  return (
    <SubmitForm
      isGuarded={false}
      className="flex flex-col gap-3 p-2"
      onSubmit={() => onApply(typedText.trim() || undefined)}
    >
      {kind === 'choice' ? (
        <SelectField
          label={label}
          placeholder={t`All`}
          options={options}
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
        />
      ) : (
        <TextField
          label={label}
          type={kind === 'day' ? 'date' : 'text'}
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
        />
      )}
      <Button type="submit" variant="secondary">
        <Trans>Apply</Trans>
      </Button>
    </SubmitForm>
  );
}
