import { HOUR_MS } from '#schemas/durations.ts';
import { type Registration } from '#schemas/registration.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';
import { type TestApp } from './test-app.ts';

/** Returns the first possible answer to every question, in wire format. */
export function answerAll(questions: readonly SurveyQuestion[]): string {
  return JSON.stringify(
    questions.map(({ question_id, kind, answers, min }) => ({
      question_id,
      answer_id: kind === 'number' ? null : answers[0]?.answer_id,
      value: kind === 'number' ? min : null,
    })),
  );
}

interface Changes {
  readonly company?: Partial<Registration['company']>;
  readonly installer?: Partial<Registration['installer']>;
  readonly invite?: string;
}

/** Returns a valid registration of a Polish company, with the given changes. */
export function registrationOf({ company, installer, invite }: Changes = {}): Registration {
  const isDecor = installer?.is_decor_installer ?? false;
  return {
    company: {
      name: 'Dachy Wójcik',
      address: 'ul. Lipowa 12',
      postal_code: '00-123',
      city: 'Warszawa',
      regions_id: 10,
      registration_number: '525-000-12 34',
      registration_number_2: null,
      company_type: null,
      disclaimer_accepted: false,
      declaration_accepted: false,
      survey: answerAll(isDecor ? demoRegistrationSurveys.decor : demoRegistrationSurveys.regular),
      ...company,
    },
    installer: {
      name: 'Ewa',
      surname: 'Wójcik',
      email: 'Ewa@Dachy-Wojcik.example',
      phone: '512 345 678',
      is_decor_installer: false,
      languages_id: 10,
      email_consent: true,
      phone_consent: false,
      options: '{"hasAgreedToTerms":true}',
      ...installer,
    },
    ...(invite !== undefined && { invite }),
  };
}

/** Returns a valid registration of a Czech company, which also needs a VAT number and a company type. */
export function czechRegistrationOf({ company, installer }: Changes = {}): Registration {
  return registrationOf({
    company: {
      regions_id: 4,
      registration_number: '27074358',
      registration_number_2: 'CZ27074358',
      company_type: 1,
      declaration_accepted: true,
      ...company,
    },
    installer: { phone: '+420 603 456 789', languages_id: 4, ...installer },
  });
}

/** Removes registered companies, and advances the clock until the limits are reset. */
export async function removeRegistrations({ db, clock }: TestApp): Promise<void> {
  const companies = await db
    .selectFrom('companies')
    .select('id')
    .where('name', '=', 'Dachy Wójcik')
    .execute();
  const ids = companies.map(({ id }) => id);
  if (ids.length > 0) {
    await db.deleteFrom('ledger').where('company_id', 'in', ids).execute();
    await db.deleteFrom('installers').where('company_id', 'in', ids).execute();
    await db.deleteFrom('companies').where('id', 'in', ids).execute();
  }
  clock.advance(2 * HOUR_MS);
}
