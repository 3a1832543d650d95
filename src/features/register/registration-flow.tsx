import type { PublicConfiguration } from '#schemas/configuration.ts';
import type { ParsePhone } from '#schemas/phone.ts';
import { CompletePage } from './complete-page.tsx';
import type { RegistrationRules } from './registration-rules.ts';
import { StepPage } from './step-page.tsx';
import { SurveyStep } from './survey-step.tsx';
import { useRegistration } from './use-registration.ts';
import { useSubmit } from './use-submit.ts';

interface RegistrationFlowProps {
  configuration: PublicConfiguration;
  parsePhone: ParsePhone;
  isDecor: boolean;
}

/** The registration from the country step to the welcome points. */
export function RegistrationFlow({ configuration, parsePhone, isDecor }: RegistrationFlowProps) {
  const registration = useRegistration(isDecor);
  const rules = rulesFor(configuration, registration.draft.region, parsePhone, isDecor);
  const submission = useSubmit(registration, rules, isDecor);
  const { draft, dispatch } = registration;
  if (submission.done) return <CompletePage points={submission.done.welcome_points} />;
  if (draft.step === 'survey' && rules.questions.length > 0) {
    return <SurveyStep draft={draft} rules={rules} dispatch={dispatch} />;
  }
  return (
    <StepPage
      key={draft.step}
      registration={registration}
      rules={rules}
      isDecor={isDecor}
      submission={submission}
    />
  );
}

function rulesFor(
  configuration: PublicConfiguration,
  region: string,
  parsePhone: ParsePhone,
  isDecor: boolean,
): RegistrationRules {
  const { regional_settings, registration_surveys: surveys } = configuration;
  const settings = regional_settings.find((one) => one.region === region) ?? regional_settings[0];
  // The server creates settings for every country at startup.
  if (!settings) throw new Error('The public configuration has no countries.');
  return { settings, questions: (isDecor ? surveys?.decor : surveys?.regular) ?? [], parsePhone };
}
