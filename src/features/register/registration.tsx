import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useEffect, useState, type Dispatch } from 'react';
import { type PublicConfiguration, registrationQuestions } from '#schemas/configuration.ts';
import type { ParsePhone } from '#schemas/phone.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { usePublicConfiguration } from '#src/data/requests/public-configuration.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { PublicLayout } from '#src/features/_shared/public-layout/public-layout.tsx';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import type { RegistrationDraft } from './registration-draft.ts';
import type { RegistrationEvent } from './registration-machine.ts';
import type { RegistrationRules } from './registration-rules.ts';
import { StepPage, StepPosition } from './step-page.tsx';
import { useRegistration } from './use-registration.ts';
import { useSubmit } from './use-submit.ts';

/** `/register` and `/register/decor`. The steps appear once the countries' rules are loaded (spec 1 §2). */
export function Registration({ isDecor }: { isDecor: boolean }) {
  const { t } = useLingui();
  usePageTitle(t`Register`);
  const errorText = useErrorMessage();
  const configurationState = useRegistrationConfiguration();
  const parsePhone = usePhoneParser();
  return (
    <PublicLayout>
      {configurationState.name === 'failed' && (
        <>
          <h1 className="sr-only">
            <Trans>Register</Trans>
          </h1>
          <EmptyState
            drawing="offline"
            title={<Trans>The registration couldn’t be opened</Trans>}
            action={
              <Button onClick={configurationState.retry}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {errorText(configurationState.error)}
          </EmptyState>
        </>
      )}
      {configurationState.name !== 'failed' &&
        (configurationState.name === 'loading' || !parsePhone) && (
          <Skeleton label={t`Loading`}>
            <SkeletonCard lines={4} />
          </Skeleton>
        )}
      {configurationState.name === 'loaded' && parsePhone && (
        <RegistrationFlow
          configuration={configurationState.configuration}
          parsePhone={parsePhone}
          isDecor={isDecor}
        />
      )}
    </PublicLayout>
  );
}

/** The public configuration; fails while no country is set up. */
function useRegistrationConfiguration(): ReturnType<typeof usePublicConfiguration> {
  const state = usePublicConfiguration();
  if (state.name !== 'loaded' || state.configuration.regional_settings.length > 0) return state;
  return { name: 'failed', error: { code: 'unavailable' }, retry: () => location.reload() };
}

function usePhoneParser(): ParsePhone | null {
  const [parser, setParser] = useState<{ parse: ParsePhone } | null>(null);
  useEffect(() => {
    void loadPhoneParser().then((parse) => setParser({ parse }));
  }, []);
  return parser?.parse ?? null;
}

interface RegistrationFlowProps {
  configuration: PublicConfiguration;
  parsePhone: ParsePhone;
  isDecor: boolean;
}

/** The registration, from the country step to the welcome points. */
function RegistrationFlow({ configuration, parsePhone, isDecor }: RegistrationFlowProps) {
  const regions = configuration.regional_settings.map(({ region }) => region);
  const registration = useRegistration(isDecor, regions);
  const rules = {
    ...rulesFor(configuration, registration.draft.region, isDecor),
    regions,
    parsePhone,
  };
  const submission = useSubmit(registration, rules, isDecor);
  const { draft, dispatch } = registration;
  if (submission.registration)
    return <CompletePage points={submission.registration.welcome_points} />;
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
  isDecor: boolean,
): Pick<RegistrationRules, 'settings' | 'questions'> {
  const { regional_settings, registration_surveys: surveys } = configuration;
  const settings = regional_settings.find((entry) => entry.region === region);
  if (!settings) throw new Error(`The country ${region} isn’t set up.`);
  return { settings, questions: registrationQuestions(settings, surveys, isDecor) };
}

/** Confirmation with the welcome points and a link to sign in. */
function CompletePage({ points }: { points: number }) {
  const { t } = useLingui();
  const { number } = useFormat();
  return (
    <>
      <StepHeading title={<Trans>Welcome to the club</Trans>} backLabel={t`Back`}>
        <Trans>Your company is registered. Sign in with your email address or phone number.</Trans>
      </StepHeading>
      {points > 0 && (
        <div className="mb-8 rounded-card bg-surface-raised p-6 text-center card-rise">
          <PointsNumber
            value={points}
            format={number}
            unit={<Plural value={points} one="point" other="points" />}
          />
          <p className="mt-1 text-ink-soft">
            <Trans>Your welcome points</Trans>
          </p>
          <p className="mt-1 text-small text-ink-soft">
            <Trans>
              We’ll keep them for you until your company is verified or has closed its first
              project.
            </Trans>
          </p>
        </div>
      )}
      <LinkButton size="large" fullWidth href={hrefOf(paths.login())}>
        <Trans>Go to sign in</Trans>
      </LinkButton>
    </>
  );
}

interface SurveyStepProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
  dispatch: Dispatch<RegistrationEvent>;
}

/** Survey about the company, one question at a time. */
export function SurveyStep({ draft, rules, dispatch }: SurveyStepProps) {
  const { t } = useLingui();
  const goBack = () => dispatch({ name: 'went_back', rules });
  // When revisiting from the review, start at the first question.
  const { response, at } = draft.survey;
  return (
    <>
      <StepHeading
        title={<Trans>A few questions</Trans>}
        backLabel={t`Back`}
        onBack={goBack}
        progress={<StepPosition draft={draft} rules={rules} />}
      >
        <Trans>Your answers help us tailor offers to your work.</Trans>
      </StepHeading>
      <SurveyForm
        questions={rules.questions}
        savedDraft={{ response, at: draft.revisit.length > 0 ? null : at }}
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
