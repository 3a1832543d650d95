import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { findCompanyType } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { questionsToAsk } from '#schemas/survey.ts';
import { documentLinks } from '#src/app/brand-links.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import type { RegistrationStepId, RegistrationDraft } from './registration-draft.ts';
import { stepProblems, registrationSteps, type RegistrationRules } from './registration-rules.ts';
import { type StepProps, useFieldProblemText } from './company-steps.tsx';

interface ReviewStepProps extends StepProps {
  onEdit: (step: RegistrationStepId) => void;
}

/** Last step: a summary with edit buttons, and the terms. */
export function ReviewStep({ draft, rules, problems, isDecor, onChange, onEdit }: ReviewStepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  const steps = registrationSteps(draft, rules);
  const sections = useReviewSections(draft, rules).filter(({ step }) => steps.includes(step));
  return (
    <>
      {sections.map(({ step, title, items }) => (
        <Card as="section" key={step} aria-labelledby={`review-${step}`}>
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 id={`review-${step}`} className="min-w-0 text-title font-semibold break-long">
              {title}
            </h2>
            <div className="-my-2 -me-2">
              <IconButton
                label={t`Edit: ${title}`}
                icon={<Pencil />}
                onClick={() => onEdit(step)}
              />
            </div>
          </div>
          <DetailList items={items} />
          {Object.values(stepProblems(step, draft, rules)).map((problem, index) => (
            <p key={index} className="mt-2 flex gap-1.5 text-small font-medium text-bad">
              <CircleAlert className="mt-0.5 size-4 shrink-0" />
              <span className="break-long">{problemText(problem)}</span>
            </p>
          ))}
        </Card>
      ))}
      <Terms settings={rules.settings} isDecor={isDecor}>
        <CheckboxField
          label={t`I agree to the club’s terms and privacy notice.`}
          checked={draft.terms}
          error={problemText(problems.terms)}
          onChange={(event) => onChange({ terms: event.target.checked })}
        />
      </Terms>
    </>
  );
}

interface TermsProps {
  settings: RegionalSettings;
  isDecor: boolean;
  children: React.ReactNode;
}

/**
 * Checkbox to accept the terms. The links to the documents are below it, because inside the label they would be tapped
 * by mistake.
 */
function Terms({ settings, isDecor, children }: TermsProps) {
  const links = documentLinks(settings.region, isDecor, settings.links);
  const hrefOf = (id: 'terms' | 'privacy') => links.find((link) => link.id === id)?.href;
  const linkClass =
    'inline-flex min-h-target items-center font-semibold text-info underline-offset-4 hover:underline';
  return (
    <div>
      {children}
      <p className="flex flex-wrap gap-x-5 ps-9">
        <a href={hrefOf('terms')} target="_blank" rel="noreferrer" className={linkClass}>
          <Trans>Read the terms</Trans>
        </a>
        <a href={hrefOf('privacy')} target="_blank" rel="noreferrer" className={linkClass}>
          <Trans>Read the privacy notice</Trans>
        </a>
      </p>
    </div>
  );
}

interface ReviewSection {
  readonly step: RegistrationStepId;
  readonly title: string;
  readonly items: readonly { readonly term: ReactNode; readonly detail: ReactNode }[];
}

/** Returns the entered values, grouped by step. */
function useReviewSections(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): readonly ReviewSection[] {
  const person = usePersonSections(draft);
  const company = useCompanySections(draft, rules);
  const agreements = useAgreementSections(draft, rules);
  return [...person, ...company, ...agreements];
}

function usePersonSections(draft: RegistrationDraft): readonly ReviewSection[] {
  const { t } = useLingui();
  const countries = new Intl.DisplayNames(formattingLocale(useLanguage()), { type: 'region' });
  return [
    {
      step: 'region',
      title: t`Country`,
      items: [{ term: t`Country`, detail: countries.of(draft.region) }],
    },
    {
      step: 'user',
      title: t`About you`,
      items: [
        {
          term: t({ context: 'person', message: 'Name' }),
          detail: `${normaliseLine(draft.name)} ${normaliseLine(draft.surname)}`,
        },
        { term: t`Email address`, detail: displayEmail(normaliseEmail(draft.email)) },
        { term: t`Phone number`, detail: normaliseLine(draft.phone) },
      ],
    },
  ];
}

function useCompanySections(
  draft: RegistrationDraft,
  { settings }: RegistrationRules,
): readonly ReviewSection[] {
  const { t } = useLingui();
  const language = useLanguage();
  const type = findCompanyType(settings, draft.company_type);
  const orDash = (text: string) => (normaliseLine(text) === '' ? '–' : normaliseLine(text));
  return [
    {
      step: 'company',
      title: t`Your company`,
      items: [
        { term: t`Company name`, detail: normaliseLine(draft.company_name) },
        {
          term: textInLanguage(settings.company_id_field, language),
          detail: orDash(draft.registration_number),
        },
        {
          term: textInLanguage(settings.vat_field, language),
          detail: orDash(draft.registration_number_2),
        },
      ],
    },
    {
      step: 'address',
      title: t`Address`,
      items: [
        {
          term: t`Street`,
          detail: `${normaliseLine(draft.street)} ${normaliseLine(draft.house_number)}`,
        },
        {
          term: t`City`,
          detail: `${normaliseLine(draft.postal_code)} ${normaliseLine(draft.city)}`,
        },
      ],
    },
    {
      step: 'type',
      title: t`Company type`,
      items: [
        {
          term: t`Company type`,
          detail: type ? textInLanguage(type.name_translated, language) : '–',
        },
      ],
    },
  ];
}

function useAgreementSections(
  draft: RegistrationDraft,
  { questions }: RegistrationRules,
): readonly ReviewSection[] {
  const { t } = useLingui();
  const consents = useConsentLabels();
  const yesOrNo = (isYes: boolean) => (isYes ? <Trans>Yes</Trans> : <Trans>No</Trans>);
  const answeredCount = new Set(draft.survey.response.map(({ question_id }) => question_id)).size;
  const questionCount = questionsToAsk(questions, draft.survey.response).length;
  return [
    {
      step: 'disclaimer',
      title: t`Disclaimer`,
      items: [{ term: t`Read and understood`, detail: yesOrNo(draft.disclaimer_accepted) }],
    },
    {
      step: 'declaration',
      title: t`Declaration`,
      items: [{ term: t`Confirmed`, detail: yesOrNo(draft.declaration_accepted) }],
    },
    {
      step: 'survey',
      title: t`Questions`,
      items: [
        {
          term: t`Answered`,
          detail: (
            <Trans>
              {answeredCount} of {questionCount}
            </Trans>
          ),
        },
      ],
    },
    {
      step: 'consent',
      title: t`Can we contact you?`,
      items: [
        { term: consents.email_consent.label, detail: yesOrNo(draft.email_consent) },
        { term: consents.phone_consent.label, detail: yesOrNo(draft.phone_consent) },
      ],
    },
  ];
}
