import { describe, expect, it } from 'vitest';
import { validityOfVerdict } from '#schemas/scan-validity.ts';
import {
  unmetRequirements,
  surveyAnswers,
  invalidReason,
} from '#src/features/scan/capture/product-rules.ts';
import { decorRules, genericRules, rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const questions = rules.configuration.product_survey;
const answeredSurvey = JSON.stringify([{ question_id: 1, answer_id: 11, value: null }]);

describe('the products that a user can scan', () => {
  it('exclude retired ones, and for decor roles all but the internal types', () => {
    expect(rules.types).toEqual(['GGL', 'SRH']);
    expect(decorRules.types).toEqual(['SRH']);
  });

  it('include generic labels only in the configured regions', () => {
    expect([rules.isGenericRegion, genericRules.isGenericRegion]).toEqual([false, true]);
  });

  it('have the built-in and the configured sizes, each once', () => {
    expect(rules.sizes).toEqual([...new Set(rules.sizes)]);
    expect(rules.sizes).toEqual(expect.arrayContaining(['60x60', '200x100', 'MK06']));
  });
});

describe('data missing before a scan can be saved', () => {
  it.each([
    ['nothing', {}, []],
    ['a product that the registry doesn’t know', { isValid: false }, ['invalid']],
    ['type and size to check', { confirmed: false }, ['details']],
    ['the photo of a generic product', { is_unique: false, serial_number: null }, ['photo']],
    ['the photo of the tag', { requiresTagPhoto: true }, ['tag_photo']],
    ['nothing if the photo is on the phone', { requiresTagPhoto: true, imageIdxDB: 'i' }, []],
    ['nothing if the server has the photo', { requiresTagPhoto: true, image_data: 'i' }, []],
    ['the product question', { requiresSurvey: true }, ['survey']],
    ['nothing once it is answered', { requiresSurvey: true, survey: answeredSurvey }, []],
    [
      'the product question if its answer is invalid',
      { requiresSurvey: true, survey: '{' },
      ['survey'],
    ],
  ] as const)('%s', (_name, scan, missing) => {
    expect(unmetRequirements(capturedScan(scan), questions)).toEqual(missing);
  });

  it('ignores invalid answers', () => {
    expect(surveyAnswers({ survey: '[{"question_id":"x"}]' })).toEqual([]);
  });
});

describe('the reason why a scan is invalid', () => {
  it('is the registry’s result, even later and offline', () => {
    const { refusal } = validityOfVerdict('already_scanned');
    expect(invalidReason({ refusal }).code).toBe('already_scanned');
  });

  it('is an unknown product if no result was recorded', () => {
    expect(invalidReason({ refusal: null }).code).toBe('unknown_serial');
  });
});
