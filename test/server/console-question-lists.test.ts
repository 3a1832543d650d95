import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type RejectionReason } from '#schemas/configuration.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { czechia, startListConsole } from './console-list-setup.ts';

let country: Awaited<ReturnType<typeof startListConsole>>;
beforeAll(async () => {
  country = await startListConsole();
});
afterAll(() => country.server.close());

/** The configuration in the app of a Czech owner. */
async function readInApp() {
  const { server } = country;
  return (await server.call(calls.getConfiguration, {}, await server.tokenOf('czechOwner'))).result;
}
const configuration = async () => (await country.read()).settings.configuration;

const reason = (code: string, changes: Partial<RejectionReason> = {}): RejectionReason => ({
  ...{ code, text_translated: { en: 'The glass is broken', cs: 'Sklo je rozbité' } },
  allows_new_photo: false,
  ...changes,
});
const question = (id: number, changes: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  ...{ question_id: id, kind: 'single', text: { en: 'Where?' }, optional: false },
  answers: [{ answer_id: id + 1, text: { en: 'On a roof' } }],
  ...{ min: null, max: null, step: null, limit: null, parent_answer_id: null },
  ...changes,
});

describe('reasons for rejecting products', () => {
  const set = async (value: unknown, days = 0, token?: string) =>
    country.change(
      'configuration.rejection_reasons',
      (await configuration()).rejection_reasons ?? null,
      value,
      { days, ...(token !== undefined && { token }) },
    );

  test('replace the built-in reasons from their first day, for phones and reviewers', async () => {
    expect((await set([reason('broken_glass')], 2)).status).toBe(200);
    expect((await readInApp()).rejection_reasons).toBeUndefined();
    await country.passDays(3);
    expect((await readInApp()).rejection_reasons).toEqual([reason('broken_glass')]);
    const { server } = country;
    const reviewer = await server.signIn('reviewer', [czechia]);
    const { result } = await server.operate(operatorCalls.listReviewReasons, {}, reviewer);
    expect(result.data[0]?.reasons.map(({ code }) => code)).toEqual(['broken_glass']);
    expect((await set(null)).status).toBe(200);
    expect((await readInApp()).rejection_reasons).toBeUndefined();
  });

  test.each([
    ['none', []],
    ['a code that has capitals', [reason('Broken')]],
    ['a reason without an English text', [reason('broken', { text_translated: { cs: 'Sklo' } })]],
    ['the same code twice', [reason('broken'), reason('broken')]],
  ])('are rejected with %s', async (_name, value) => {
    expect((await set(value)).code).toBe('invalid_input');
    expect((await readInApp()).rejection_reasons).toBeUndefined();
  });

  test('aren’t found from another country, and can’t be changed by a viewer', async () => {
    const { server } = country;
    const polishLead = await server.signIn('country_lead');
    const viewer = await server.signIn('viewer', [czechia]);
    expect((await set([reason('broken')], 0, polishLead)).code).toBe('not_found');
    expect((await set([reason('broken')], 0, viewer)).code).toBe('forbidden');
  });
});

describe('questions', () => {
  const lists = [
    ['configuration.product_survey', async () => (await configuration()).product_survey],
    ['closing_survey', async () => (await country.read()).settings.closing_survey],
  ] as const;

  test.each(lists)('of %s change in the app on their start date', async (field, current) => {
    const before = await current();
    const sub = question(300, { parent_answer_id: 201, kind: 'number', answers: [], max: 5 });
    const value = [question(200), sub];
    expect((await country.change(field, before, value, { days: 2 })).status).toBe(200);
    const readFromApp = async () =>
      field === 'closing_survey'
        ? (await readInApp()).closing_survey
        : (await readInApp()).product_survey;
    expect(await readFromApp()).toEqual(before);
    await country.passDays(3);
    expect(await readFromApp()).toEqual(value);
  });

  test('of a closing survey remain unchanged in existing projects', async () => {
    const { server } = country;
    const body = { streetName: 'Lipová 2', postalCode: '110 00', city: 'Praha' };
    const create = async () => {
      const token = await server.tokenOf('czechOwner');
      return (await server.call(calls.createProject, { body }, token)).result.uuid;
    };
    const questionsOf = async (uuid: string) => {
      const row = await server.db
        .selectFrom('projects')
        .select('survey')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      return row.survey;
    };
    const { closing_survey: before } = (await country.read()).settings;
    const earlierProject = await create();
    await country.change('closing_survey', before, [question(500)]);
    const laterProject = await create();
    expect(await questionsOf(earlierProject)).toEqual(before);
    expect(await questionsOf(laterProject)).toEqual([question(500)]);
  });

  test.each([
    ['the same number twice', [question(10), question(10)]],
    ['no answers', [question(10, { answers: [] })]],
    ['a parent that doesn’t come before', [question(10, { parent_answer_id: 99 })]],
    ['a step of 0', [question(10, { kind: 'number', answers: [], step: 0 })]],
    ['no English text', [question(10, { text: { cs: 'Kde?' } })]],
    ['21 questions', Array.from({ length: 21 }, (_item, index) => question(10 * (index + 1)))],
  ])('that can’t be answered are rejected: %s', async (_name, value) => {
    const { product_survey: before } = await configuration();
    const result = await country.change('configuration.product_survey', before, value);
    expect(result.code).toBe('invalid_input');
    expect((await readInApp()).product_survey).toEqual(before);
  });

  test('after a lead must consist of one question with a fixed number', async () => {
    const { lead_survey: before } = (await country.read()).settings;
    const set = (value: unknown) => country.change('lead_survey', before, value);
    expect((await set([question(10)])).code).toBe('invalid_input');
    expect((await set([question(900), question(10)])).code).toBe('invalid_input');
    const value = [question(900, { kind: 'multi', limit: 6, optional: true })];
    expect((await set(value)).status).toBe(200);
    expect((await readInApp()).lead_survey).toEqual(value);
  });
});

describe('the warranty catalogue', () => {
  const catalogue = async () => (await country.read()).settings.warranty.catalogue;
  const set = async (value: unknown, days = 0) =>
    country.change('warranty.catalogue', await catalogue(), value, { days });
  const category = (slug: string, changes: object = {}) => ({
    ...{ uuid: randomUUID(), slug, icon: 'window', name: { en: 'Skylights', cs: 'Světlíky' } },
    ...{ description: {}, longevity: 7, tier_categories: [1, 99] },
    ...changes,
  });

  test('changes for owners on the first day', async () => {
    const { server } = country;
    const token = async () => server.tokenOf('czechOwner');
    const slugs = async () =>
      (await server.call(calls.listCertificateCategories, {}, await token())).result.data.map(
        ({ slug }) => slug,
      );
    const before = await catalogue();
    const [first, ...others] = before;
    expect((await set([...others, category('skylights')], 2)).status).toBe(200);
    expect(await slugs()).toEqual(before.map(({ slug }) => slug));
    await country.passDays(3);
    expect(await slugs()).toEqual([...others.map(({ slug }) => slug), 'skylights']);
    expect(await slugs()).not.toContain(first?.slug);
  });

  test.each([
    ['the same category twice', [category('one'), category('one')]],
    ['no English name', [category('one', { name: { cs: 'Okna' } })]],
    ['a warranty of 0 years', [category('one', { longevity: 0 })]],
    ['an unknown tier category', [category('one', { tier_categories: [10] })]],
    ['21 categories', Array.from({ length: 21 }, (_item, index) => category(`c${index}`))],
  ])('is rejected with %s', async (_name, value) => {
    const before = await catalogue();
    expect((await set(value)).code).toBe('invalid_input');
    expect(await catalogue()).toEqual(before);
  });
});
