import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { findCompanyType } from '#schemas/company.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { questionsToAsk } from '#schemas/survey.ts';
import { normaliseLine } from '#schemas/single-line.ts';
import { displayEmail } from '#schemas/shown-email.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import type { RegistrationDraft, RegistrationStepId } from './registration-draft.ts';
import type { RegistrationRules } from './registration-rules.ts';

interface ReviewSection {
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
          detail: `${normaliseLine(draft.name)} ${normaliseLine(draft.surname)}`,
        },
        { term: t`E-mail address`, detail: displayEmail(normaliseEmail(draft.email)) },
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
  const orNone = (text: string) => (normaliseLine(text) === '' ? '–' : normaliseLine(text));
  return [
    {
      step: 'company',
      title: t`Your company`,
      items: [
        { term: t`Company name`, detail: normaliseLine(draft.company_name) },
        {
          term: textInLanguage(settings.company_id_field, language),
          detail: orNone(draft.registration_number),
        },
        {
          term: textInLanguage(settings.vat_field, language),
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
