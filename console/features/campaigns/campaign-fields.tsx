import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { languageName } from '#console/parts/language-text.ts';
import type { TypedCampaign, InvalidField } from './typed-campaign.ts';

interface CampaignFieldsProps {
  readonly typedCampaign: TypedCampaign;
  readonly onChange: (changes: Partial<TypedCampaign>) => void;
  /** Invalid fields; empty until the form has been validated. */
  readonly invalidFields: ReadonlySet<InvalidField>;
  /** True for a new campaign; the id of an existing one is fixed. */
  readonly isNew: boolean;
}

/** Fields of a campaign and its budget. */
export function CampaignFields(props: CampaignFieldsProps) {
  const { typedCampaign, onChange, invalidFields, isNew } = props;
  const { t } = useLingui();
  const error = (field: InvalidField, text: string) =>
    invalidFields.has(field) ? text : undefined;
  return (
    <>
      {isNew && (
        <TextField
          label={t`ID`}
          hint={t`Lowercase letters, digits and hyphens, such as flat-roof-2027. The ID can’t be used again.`}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={typedCampaign.id}
          error={error('id', t`Use only lowercase letters without accents, digits and hyphens.`)}
          onChange={({ target }) => onChange({ id: target.value })}
        />
      )}
      <Texts {...props} />
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField
          label={t`First day`}
          type="date"
          value={typedCampaign.from}
          error={error('from', t`Choose a day.`)}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <TextField
          label={t`Last day`}
          type="date"
          value={typedCampaign.until}
          error={error('until', t`Choose the first day, or a later one.`)}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </div>
      <TextField
        label={t`Grace days`}
        hint={t`Days after the last day when products scanned before then still count: 0 to 60.`}
        inputMode="numeric"
        value={typedCampaign.graceDays}
        error={error('graceDays', t`Enter a number from 0 to 60.`)}
        onChange={({ target }) => onChange({ graceDays: target.value })}
      />
      <Reward {...props} />
      <Scope {...props} />
      <TextField
        label={t`Budget in points`}
        hint={t`The console warns from 80% on. The campaign doesn’t end: installers were promised the points. Empty for no budget.`}
        inputMode="numeric"
        value={typedCampaign.budget}
        error={error('budget', t`Enter a whole number above 0, or leave the field empty.`)}
        onChange={({ target }) => onChange({ budget: target.value })}
      />
    </>
  );
}

function Texts({ typedCampaign, onChange, invalidFields }: CampaignFieldsProps) {
  const { t, i18n } = useLingui();
  const otherLanguages = catalogueLanguages.filter((code) => code !== sourceLanguage);
  const [otherLanguage, setOtherLanguage] = useState<string>('pl');
  const fields = (language: string) => (
    <fieldset
      key={language}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4"
    >
      <legend className="px-1 text-small font-semibold">
        {languageName(language, i18n.locale)}
      </legend>
      <TextField
        label={t`Name`}
        lang={language}
        autoComplete="off"
        maxLength={120}
        value={typedCampaign.names[language] ?? ''}
        error={
          language === sourceLanguage && invalidFields.has('name') ? t`Enter this text.` : undefined
        }
        onChange={({ target }) =>
          onChange({ names: { ...typedCampaign.names, [language]: target.value } })
        }
      />
      <TextAreaField
        label={t`Text`}
        lang={language}
        rows={3}
        maxLength={1000}
        value={typedCampaign.texts[language] ?? ''}
        error={
          language === sourceLanguage && invalidFields.has('text') ? t`Enter this text.` : undefined
        }
        onChange={({ target }) =>
          onChange({ texts: { ...typedCampaign.texts, [language]: target.value } })
        }
      />
    </fieldset>
  );
  return (
    <>
      {fields(sourceLanguage)}
      <SelectField
        label={t`Another language`}
        hint={t`Installers see English where their language is empty.`}
        options={otherLanguages.map((value) => {
          const name = languageName(value, i18n.locale);
          return { value, label: typedCampaign.names[value] ? name : t`${name} (empty)` };
        })}
        value={otherLanguage}
        onChange={({ target }) => setOtherLanguage(target.value)}
      />
      {fields(otherLanguage)}
    </>
  );
}

function Reward({ typedCampaign, onChange, invalidFields }: CampaignFieldsProps) {
  const { t } = useLingui();
  const isFactor = typedCampaign.kind === 'factor';
  const range = isFactor
    ? t`Enter a number from 110 to 1000.`
    : t`Enter a number from 1 to 100,000.`;
  return (
    <div className="grid items-start gap-4 tablet:grid-cols-2">
      <SelectField
        label={t`Extra points`}
        options={[
          { value: 'factor', label: t`A percentage of the product’s points` },
          { value: 'points', label: t`A number for each product` },
        ]}
        value={typedCampaign.kind}
        onChange={({ target }) =>
          onChange({ kind: target.value === 'points' ? 'points' : 'factor', amount: '' })
        }
      />
      <TextField
        label={isFactor ? t`Percent` : t`Points for each product`}
        hint={isFactor ? t`200 doubles the points.` : undefined}
        inputMode="numeric"
        value={typedCampaign.amount}
        error={invalidFields.has('amount') ? range : undefined}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
    </div>
  );
}

function Scope({ typedCampaign, onChange, invalidFields }: CampaignFieldsProps) {
  const { t } = useLingui();
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-small font-semibold">
        <Trans>Products and companies</Trans>
      </legend>
      <TextField
        label={t`Product types`}
        hint={t`Separated by commas, such as GGL, GGU. If types and categories are empty, all products count.`}
        autoComplete="off"
        spellCheck={false}
        value={typedCampaign.types}
        error={
          invalidFields.has('types') ? t`A type has at most 12 letters and digits.` : undefined
        }
        onChange={({ target }) => onChange({ types: target.value })}
      />
      <TextField
        label={t`Tier categories`}
        hint={t`Separated by commas, such as 1, 6. A product in either list counts.`}
        autoComplete="off"
        value={typedCampaign.categories}
        error={invalidFields.has('categories') ? t`The categories are 1 to 9, and 99.` : undefined}
        onChange={({ target }) => onChange({ categories: target.value })}
      />
      <TextField
        label={t`Levels`}
        hint={t`Levels that a company needs in the product’s category, such as 2, 3. Empty for all companies.`}
        autoComplete="off"
        value={typedCampaign.levels}
        error={invalidFields.has('levels') ? t`The levels are 1 to 20.` : undefined}
        onChange={({ target }) => onChange({ levels: target.value })}
      />
    </fieldset>
  );
}
