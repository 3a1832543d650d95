import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { companyTypeOf } from '#schemas/company.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { inLanguage } from '#schemas/primitives.ts';
import { questionsToAsk } from '#schemas/survey.ts';
import { singleLine } from '#schemas/single-line.ts';
import { shownEmail } from '#schemas/shown-email.ts';
import { normalEmail } from '#schemas/email.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import type { RegistrationDraft, RegistrationStepId } from './registration-draft.ts';
import type { RegistrationRules } from './registration-rules.ts';

export interface ReviewSection {
  readonly step: RegistrationStepId;
  readonly title: string;
  readonly items: readonly { readonly term: ReactNode; readonly detail: ReactNode }[];
}

/** Returns the filled-in values, grouped by step. */
export function useReviewSections(
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
          detail: `${singleLine(draft.name)} ${singleLine(draft.surname)}`,
        },
        { term: t`E-mail address`, detail: shownEmail(normalEmail(draft.email)) },
        { term: t`Phone number`, detail: singleLine(draft.phone) },
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
  const type = companyTypeOf(settings, draft.company_type);
  const orNone = (text: string) => (singleLine(text) === '' ? '–' : singleLine(text));
  return [
    {
      step: 'company',
      title: t`Your company`,
      items: [
        { term: t`Company name`, detail: singleLine(draft.company_name) },
        {
          term: inLanguage(settings.company_id_field, language),
          detail: orNone(draft.registration_number),
        },
        {
          term: inLanguage(settings.vat_field, language),
          detail: orNone(draft.registration_number_2),
        },
      ],
    },
    {
      step: 'address',
      title: t`Address`,
      items: [
        {
          term: t`Street`,
          detail: `${singleLine(draft.street)} ${singleLine(draft.house_number)}`,
        },
        { term: t`City`, detail: `${singleLine(draft.postal_code)} ${singleLine(draft.city)}` },
      ],
    },
    {
      step: 'type',
      title: t`Company type`,
      items: [
        {
          term: t`Company type`,
          detail: type ? inLanguage(type.name_translated, language) : '–',
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
  const yesOrNo = (is: boolean) => (is ? <Trans>Yes</Trans> : <Trans>No</Trans>);
  const given = new Set(draft.survey.response.map(({ question_id }) => question_id)).size;
  const asked = questionsToAsk(questions, draft.survey.response).length;
  return [
    {
      step: 'disclaimer',
      title: t`Disclaimer`,
      items: [{ term: t`Read and understood`, detail: yesOrNo(draft.disclaimer_accepted) }],
    },
    {
      step: 'declaration',
      title: t`Declaration`,
      items: [{ term: t`Declared`, detail: yesOrNo(draft.declaration_accepted) }],
    },
    {
      step: 'survey',
      title: t`Questions`,
      items: [
        {
          term: t`Answered`,
          detail: (
            <Trans>
              {given} of {asked}
            </Trans>
          ),
        },
      ],
    },
    {
      step: 'consent',
      title: t`Consent`,
      items: [
        { term: consents.email_consent.label, detail: yesOrNo(draft.email_consent) },
        { term: consents.phone_consent.label, detail: yesOrNo(draft.phone_consent) },
      ],
    },
  ];
}
