import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { catalogueLanguages } from '#schemas/languages.ts';
import { operatorSurveyCalls, type SurveyAudience } from '#schemas/operator/survey-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorAct } from '#console/data/use-operator-act.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActForm } from '#console/parts/act-form.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { CompanyPicker, type PickedRecord } from '#console/parts/record-pickers.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { Survey } from './survey-texts.ts';

/** Calls whose results change with the invitations. */
const changes = [
  'countSurveyAudience',
  'getSurvey',
  'listSurveys',
  'listSurveyTimeline',
  'listAudit',
];

/** Chooses an audience, says how many people it has, and invites them. */
export function InvitePart({ survey: { id, region, title } }: { survey: Survey }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [company, setCompany] = useState<PickedRecord | null>(null);
  const [conditions, setConditions] = useState<SurveyAudience>({});
  const audience = { ...conditions, ...(company && { company: company.id }) };
  const count = useOperatorQuery(
    operatorSurveyCalls.countSurveyAudience,
    { params: { id }, query: audience },
    { fresh: 'queue' },
  );
  const act = useOperatorAct(operatorSurveyCalls.inviteSurveyAudience, { changes });
  const people = count.data?.new_people ?? 0;
  const invite = async () => {
    const why = await askWhy({
      title: t`Invite ${i18n.number(people)} people to “${title}”?`,
      consequence: t`They see the survey in the app. People who were invited before aren’t invited again.`,
      confirmLabel: t`Invite`,
    });
    if (why === null) return;
    try {
      const body = { audience, new_people: people, why };
      const { invited } = await act.mutateAsync({ params: { id }, body });
      showToast({
        subject: 'surveys',
        tone: 'good',
        message: t`Invited: ${i18n.number(invited)}`,
      });
    } catch (failure) {
      // The number of people may have changed.
      void count.refetch();
      throw failure;
    }
  };
  return (
    <div className="max-w-xl rounded-card bg-surface-raised p-4 card-rise">
      <ActForm
        label={t`Invite people`}
        error={act.error}
        isBusy={act.isPending}
        submitLabel={
          people === 0 ? (
            <Trans>Invite</Trans>
          ) : (
            <Plural value={people} one="Invite # person" other="Invite # people" />
          )
        }
        disabledReason={people === 0 ? t`There is no one to invite.` : undefined}
        onSubmit={invite}
      >
        {hasRight(useSession(), 'companies.read') && (
          <ChosenCompany company={company} region={region} onChange={setCompany} />
        )}
        <Conditions conditions={conditions} onChange={setConditions} />
        <ErrorBlock messages={count.error ? [errorText(count.error)] : []} />
        <p role="status" className="text-small">
          {count.data && !count.isFetching ? (
            <>
              <Plural value={people} one="# person to invite" other="# people to invite" />
              {count.data.invited_before > 0 && (
                <>
                  {' · '}
                  <Plural
                    value={count.data.invited_before}
                    one="# was invited before"
                    other="# were invited before"
                  />
                </>
              )}
            </>
          ) : (
            <Trans>Counting…</Trans>
          )}
        </p>
      </ActForm>
    </div>
  );
}

interface ChosenCompanyProps {
  readonly company: PickedRecord | null;
  readonly region: Survey['region'];
  readonly onChange: (company: PickedRecord | null) => void;
}

function ChosenCompany({ company, region, onChange }: ChosenCompanyProps) {
  if (company === null) return <CompanyPicker region={region} onPick={onChange} />;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="font-semibold break-long">{company.name}</span>
      <Button variant="secondary" onClick={() => onChange(null)}>
        <Trans>All companies</Trans>
      </Button>
    </p>
  );
}

interface ConditionsProps {
  readonly conditions: SurveyAudience;
  readonly onChange: (conditions: SurveyAudience) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps) {
  const { t, i18n } = useLingui();
  const { verified, role, language } = conditions;
  const all = { value: '', label: t`All` };
  const set = (name: keyof SurveyAudience, value: SurveyAudience[keyof SurveyAudience]) => {
    const { [name]: _, ...others } = conditions;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      <SelectField
        label={t`Verification of the company`}
        options={[all, { value: '1', label: t`Verified` }, { value: '0', label: t`Not verified` }]}
        value={verified === undefined ? '' : String(verified)}
        onChange={({ target: { value } }) =>
          set('verified', value === '' ? undefined : value === '1' ? 1 : 0)
        }
      />
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
