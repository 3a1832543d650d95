import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type SettingChange } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { applyDueSettings } from '#server/configuration/settings-versions.ts';
import { demoRegistrationSurveys } from '#server/demo/registration-surveys.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type ImportConsole, startImportConsole } from './import-setup.ts';
import { answerAll, registrationOf } from './registration-form.ts';

const poland = regionIdOf('PL');
const ownQuestions: SurveyQuestion[] = [
  {
    ...{ question_id: 9001, kind: 'single', text: { en: 'How did you hear of the club?' } },
    ...{ optional: false, min: null, max: null, step: null, limit: null, parent_answer_id: null },
    answers: [
      { answer_id: 9002, text: { en: 'At a fair' } },
      { answer_id: 9003, text: { en: 'From a colleague' } },
    ],
  },
];

let server: ImportConsole;
let lead: string;
beforeEach(async () => {
  await server?.close();
  server = await startImportConsole();
  lead = await server.signIn('country_lead');
});
afterAll(() => server.close());

/**
 * Changes a setting of Poland, with effect in this number of days.
 * @returns the code of the error
 */
async function change(
  field: SettingChange['field'],
  values: { readonly before: unknown; readonly value: unknown },
  days = 0,
) {
  const query = { region: poland };
  const { result } = await server.operate(operatorCalls.readCountrySettings, { query }, lead);
  // The value may be one that the server rejects.
  const changes = [{ field, before: JSON.stringify(values.before), value: values.value }];
  const body = {
    region: poland,
    changes: changes as SettingChange[],
    starts_on: addDays(result.today, days),
    why: 'test',
  };
  return (await server.operate(operatorCalls.changeSettings, { body }, lead)).code;
}
const setQuestions = (value: unknown, days = 0) =>
  change('regional.registration_questions', { before: null, value }, days);

async function readCountries() {
  const { result } = await server.call(calls.getPublicConfiguration, {});
  return new Map(result.regional_settings.map((settings) => [settings.region, settings]));
}
const questionsOf = async (region: 'PL' | 'CZ') =>
  (await readCountries()).get(region)?.registration_questions;

let registeredCount = 0;
/**
 * Registers a Polish company.
 * @returns the code of the error
 */
async function register(survey: string, isDecor = false) {
  registeredCount += 1;
  const body = registrationOf({
    company: { survey, registration_number: `525000${7000 + registeredCount}` },
    installer: {
      email: `owner${registeredCount}@roofs.example`,
      phone: `600 200 ${100 + registeredCount}`,
      is_decor_installer: isDecor,
    },
  });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { code, errors } = await server.call(calls.registerCompany, { body, headers });
  return errors[0]?.field ?? code;
}

describe('questions at registration', () => {
  test('of a country are shown only in its app, and must be answered', async () => {
    await server.db.deleteFrom('registration_surveys').execute();
    expect(await setQuestions(ownQuestions)).toBeUndefined();
    expect(await questionsOf('PL')).toEqual(ownQuestions);
    expect(await questionsOf('CZ')).toBeUndefined();
    expect(await register(answerAll(ownQuestions))).toBeUndefined();
    expect(await register('[]')).toBe('body.company.survey');
    expect(await register(answerAll(demoRegistrationSurveys.regular))).toBe('body.company.survey');
  });

  test('that all countries share are still accepted from an older app', async () => {
    await setQuestions(ownQuestions);
    const { regular, decor } = demoRegistrationSurveys;
    const { result } = await server.call(calls.getPublicConfiguration, {});
    expect(result.registration_surveys).toEqual({ regular, decor });
    expect(await register(answerAll(regular))).toBeUndefined();
    expect(await register(answerAll(ownQuestions))).toBeUndefined();
    expect(await register('[]')).toBe('body.company.survey');
    // Decor companies still answer the shared questions.
    expect(await register(answerAll(decor), true)).toBeUndefined();
    expect(await register(answerAll(ownQuestions), true)).toBe('body.company.survey');
  });

  test('take effect on their first day', async () => {
    await setQuestions(ownQuestions, 3);
    expect(await questionsOf('PL')).toBeUndefined();
    server.clock.advance(4 * DAY_MS);
    await applyDueSettings(server.services);
    expect(await questionsOf('PL')).toEqual(ownQuestions);
  });

  test('that can’t be answered are rejected', async () => {
    const [question] = ownQuestions;
    expect(await setQuestions([{ ...question, answers: [] }])).toBe('invalid_input');
    expect(await setQuestions([question, question])).toBe('invalid_input');
  });

  test('are set by the country’s files, and remain if the files contain none', async () => {
    await setQuestions(ownQuestions);
    const run = async (words: readonly string[], input = '') => {
      const payload = { words: ['setup', ...words], input, why: 'We open there.' };
      const response = await server.app.inject({ method: 'POST', url: OPERATOR_PATH, payload });
      return response.json<{ data?: string[]; errors?: { message: string }[] }>();
    };
    const apply = async (files: Readonly<Record<string, unknown>>) => {
      const texts = Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]),
      );
      const { data, errors } = await run(
        ['apply', 'folder'],
        JSON.stringify({ files: texts, pictures: {} }),
      );
      expect(errors).toBeUndefined();
      return data;
    };
    const surveys = {
      regular: [...ownQuestions, { ...ownQuestions[0], question_id: 9010 }],
      decor: ownQuestions,
    };
    const lines = await apply({
      'country.json': { region: 'PL' },
      'surveys.json': { registration_surveys: surveys },
    });
    expect(lines).toContain('registration surveys: change');
    expect(await questionsOf('PL')).toEqual(surveys.regular);
    expect((await readCountries()).get('PL')?.decor_registration_questions).toEqual(ownQuestions);
    expect(await questionsOf('CZ')).toBeUndefined();
    const { result } = await server.operate(
      operatorCalls.listSettingsVersions,
      { query: { region: poland } },
      lead,
    );
    expect(result.data[0]?.changes.map(({ field }) => field)).toContain(
      'regional.registration_questions',
    );
  });
});

test('questions at registration that are replaced stay readable with the answers to them', async () => {
  await server.db.deleteFrom('registration_surveys').execute();
  await setQuestions(ownQuestions);
  const answers = answerAll(ownQuestions);
  expect(await register(answers)).toBeUndefined();
  const [question] = ownQuestions;
  const otherQuestions = [
    {
      ...{ ...question, question_id: 9501, text: { en: 'How many roofs do you cover?' } },
      answers: [{ answer_id: 9502, text: { en: 'Up to ten' } }],
    },
  ];
  const before = { before: ownQuestions, value: otherQuestions };
  expect(await change('regional.registration_questions', before)).toBeUndefined();
  const { survey } = await server.db
    .selectFrom('companies')
    .select('survey')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(survey).toBe(answers);
  const query = { region: poland };
  const { result } = await server.operate(operatorCalls.listSettingsVersions, { query }, lead);
  // Both versions have the same time.
  expect(result.data.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'regional.registration_questions',
    before: ownQuestions,
    value: otherQuestions,
  });
});

describe('links of a country', () => {
  test('reach its app, and must be secure addresses', async () => {
    const set = (value: unknown, before: unknown = null) =>
      change('regional.links', { before, value });
    const links = { terms: 'https://club.pl.example/regulamin', contact: 'https://help.example/' };
    expect(await set(links)).toBeUndefined();
    expect((await readCountries()).get('PL')?.links).toEqual(links);
    expect((await readCountries()).get('CZ')?.links).toBeUndefined();
    for (const badQuestion of [
      'http://club.example/',
      'javascript:alert(1)',
      'club',
      'https://a@b.example/',
    ])
      expect(await set({ terms: badQuestion }, links)).toBe('invalid_input');
    expect(await set({ unknown: 'https://club.example/' }, links)).toBeUndefined();
    expect((await readCountries()).get('PL')?.links).toEqual({});
    expect(await set(null, {})).toBeUndefined();
    expect((await readCountries()).get('PL')?.links).toBeUndefined();
  });
});
