import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RotateCcw, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { CompanyPicker, type PickedRecord } from '#console/parts/record-pickers.tsx';

interface Row {
  readonly id: string;
  readonly region: RegionId;
}
type Rows = readonly Row[];

/** Withdraws the selected leads, or offers them again to the same companies. */
export function LeadBulkActions({ selection }: { selection: Selection<Row> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkLeads, { refetches: ['listBulkJobs'] });
  const send = (call: 'withdrawLead' | 'renewLead') => (rows: Rows, why: string) =>
    action.mutateAsync({ body: { records: idsOf(rows), run: { act: call }, why } });
  return (
    <>
      <BulkAction
        action={action}
        selection={selection}
        icon={<Undo2 />}
        label={t`Withdraw`}
        consequence={t`The companies lose these leads, and the requests are in the queue again. Leads with an appointment are listed as failed.`}
        isDanger
        start={send('withdrawLead')}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<RotateCcw />}
        label={t`Offer again`}
        consequence={t`The same companies are notified, and have seven days to answer.`}
        start={send('renewLead')}
      />
    </>
  );
}

/** Countries of rows, without duplicates. */
const countriesOf = (rows: Rows): readonly RegionId[] => [
  ...new Set(rows.map(({ region }) => region)),
];

/**
 * Offers the selected requests to one company. A company only gets requests of its own country, so the operator
 * chooses one if there are several.
 */
export function RequestBulkActions({ selection }: { selection: Selection<Row> }) {
  const { t, i18n } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkRequests, {
    refetches: ['listBulkJobs'],
  });
  const [company, setCompany] = useState<PickedRecord | null>(null);
  const [chosenCountry, setChosenCountry] = useState<RegionId | null>(null);
  const countryOf = (rows: Rows): RegionId | null => {
    const [onlyCountry = null, ...otherCountries] = countriesOf(rows);
    return otherCountries.length === 0 ? onlyCountry : chosenCountry;
  };
  const offeredOf = (rows: Rows) => rows.filter(({ region }) => region === countryOf(rows));
  const send = (rows: Rows, why: string) =>
    action.mutateAsync({
      body: {
        records: idsOf(offeredOf(rows)),
        run: { act: 'offerLeadRequest', company: company?.id ?? '' },
        why,
      },
    });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<Send />}
      label={t`Offer`}
      consequence={t`One company gets all these requests, with a notification for each. Open offers to other companies are withdrawn.`}
      isValid={() => company !== null}
      start={send}
      onClose={() => {
        setCompany(null);
        setChosenCountry(null);
      }}
      fields={(rows, showErrors) => (
        <>
          {countriesOf(rows).length > 1 && (
            <SelectField
              label={t`Country`}
              placeholder={t`Choose a country`}
              hint={t`A company only gets requests of its country. The others aren’t offered.`}
              options={countriesOf(rows).map((id) => ({
                value: String(id),
                label: countryText(i18n, id),
              }))}
              value={String(chosenCountry ?? '')}
              error={showErrors && chosenCountry === null ? t`Choose a country.` : undefined}
              onChange={({ target }) => {
                setChosenCountry(
                  countriesOf(rows).find((id) => String(id) === target.value) ?? null,
                );
                setCompany(null);
              }}
            />
          )}
          {chosenCountry !== null && (
            <p className="text-small">
              <Plural
                value={offeredOf(rows).length}
                one="# request is offered."
                other="# requests are offered."
              />
            </p>
          )}
          {countryOf(rows) === null ? null : company === null ? (
            <CompanyPicker region={countryOf(rows) ?? undefined} onPick={setCompany} />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 break-long">
                <Trans>
                  Company: <strong>{company.name}</strong>
                </Trans>
              </p>
              <Button variant="secondary" onClick={() => setCompany(null)}>
                <Trans>Choose another company</Trans>
              </Button>
            </div>
          )}
          {showErrors && company === null && countryOf(rows) !== null && (
            <p role="alert" className="text-small text-bad">
              <Trans>Choose a company.</Trans>
            </p>
          )}
        </>
      )}
    />
  );
}
