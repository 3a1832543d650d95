import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { toOperatorError } from '#console/data/operator-error.ts';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { SurveyFields } from './survey-fields.tsx';
import {
  findIncompleteLanguage,
  toTextList,
  type SurveyTexts,
  typedSurveyTexts,
} from './survey-texts.ts';

/** Typed values, as stored in a draft. */
const typedSurvey = v.object({
  region: v.nullable(v.number()),
  key: v.string(),
  texts: typedSurveyTexts,
});

interface NewSurveyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds a survey. */
export function NewSurvey({ isOpen, onClose }: NewSurveyProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New survey`}
      description={t`The survey provider has the questions. You choose the people later.`}
    >
      <NewSurveyForm />
    </SideSheet>
  );
}

function NewSurveyForm() {
  const { t } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const { region, field: regionField, ...regionState } = useRegionField('content.edit');
  const [key, setKey] = useState('');
  const [texts, setTexts] = useState<SurveyTexts>({});
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'survey', record: 'new', schema: typedSurvey },
    read: () => ({ region: regionState.chosenRegion, key, texts }),
    restore: (values) => {
      regionState.restoreRegion(values.region);
      setKey(values.key);
      setTexts(values.texts);
    },
  });
  const action = useOperatorAction(operatorSurveyCalls.createSurvey, {
    refetches: ['listSurveys', 'listAudit'],
    draft,
  });
  const isKey = /^[a-z0-9-]{1,60}$/.test(key);
  const isTaken = action.error !== null && toOperatorError(action.error).code === 'conflict';
  const keyError = isTaken
    ? t`The country has a survey with this key. Choose another.`
    : showErrors && !isKey
      ? t`Use only lowercase letters without accents, digits and hyphens.`
      : undefined;
  const incompleteLanguage = findIncompleteLanguage(texts);
  const create = async () => {
    setShowErrors(true);
    if (region === null || !isKey || incompleteLanguage !== null) return;
    const why = await askWhy({ title: t`Create this survey?`, confirmLabel: t`Create` });
    if (why === null) return;
    const body = { region, key, texts: toTextList(texts), why };
    const { id } = await action.mutateAsync({ body });
    await router.navigate({ href: `/surveys/${id}`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      error={isTaken ? null : action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Create the survey</Trans>}
      onSubmit={create}
      draft={draft}
    >
      {regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField
        label={t`Key`}
        hint={t`The survey’s name in the provider’s web address. It can’t be changed later.`}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={key}
        error={keyError}
        onChange={({ target }) => {
          action.reset();
          setKey(target.value);
        }}
      />
      <SurveyFields
        texts={texts}
        onChange={setTexts}
        incompleteLanguage={showErrors ? incompleteLanguage : null}
      />
    </ActionForm>
  );
}
