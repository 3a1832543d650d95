import { Trans, useLingui } from '@lingui/react/macro';
import type { Dispatch } from 'react';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import type { RegistrationDraft } from './registration-draft.ts';
import type { RegistrationEvent } from './registration-machine.ts';
import type { RegistrationRules } from './registration-rules.ts';
import { StepPosition } from './step-position.tsx';

interface SurveyStepProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
  dispatch: Dispatch<RegistrationEvent>;
}

/** Survey about the company, one question at a time. */
export function SurveyStep({ draft, rules, dispatch }: SurveyStepProps) {
  const { t } = useLingui();
  const goBack = () => dispatch({ name: 'went_back', rules });
  // When revisited from the review, start at the first question.
  const { response, at } = draft.survey;
  return (
    <>
      <StepHeading
        title={<Trans>A few questions</Trans>}
        backLabel={t`Back`}
        onBack={goBack}
        progress={<StepPosition draft={draft} rules={rules} />}
      >
        <Trans>They help us to offer you what fits your work.</Trans>
      </StepHeading>
      <SurveyForm
        questions={rules.questions}
        kept={{ response, at: draft.revisit.length > 0 ? null : at }}
        onBack={goBack}
        onChange={(survey) =>
          dispatch({
            name: 'typed',
            changes: { survey: { ...survey, response: [...survey.response] } },
          })
        }
        onFinish={(answers) => {
          dispatch({ name: 'typed', changes: { survey: { response: answers, at: null } } });
          dispatch({ name: 'continued', rules });
        }}
      />
    </>
  );
}
