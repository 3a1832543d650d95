import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addedPoints,
  expectedPoints,
  isInProject,
  reviewScans,
  findBlockingReason,
  splitBatch,
} from '#src/features/scan/review/review.ts';
import { pointRulesWith } from '../../projects/point-rules-fixture.ts';
import { rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const questions = rules.configuration.product_survey;
const review = (
  scans: Parameters<typeof reviewScans>[0],
  products: Parameters<typeof reviewScans>[1] = [],
) => reviewScans(scans, products, questions);
type Project = NonNullable<Parameters<typeof findBlockingReason>[1]>;
const open: Project = { status: { id: 1 }, closing: null, state: 'synced' };
const closed: Project = { ...open, status: { id: 2 } };
const closing: Project = { ...open, closing: { uuid: 'c', response: [], released: true } };

describe('a captured scan and the products of its project', () => {
  const product = capturedScan({ uuid: 's2', state: 'sent', projects_id: 'p1', flag: 'valid' });

  it('is a duplicate of the same product', () => {
    expect(isInProject(capturedScan(), [product])).toBe(true);
  });

  it.each([
    ['the scan is not confirmed', { confirmed: false }, {}],
    ['the scan is generic', { is_unique: false, serial_number: null }, {}],
    ['another size has the number', {}, { size: 'MK04' }],
    ['the product was rejected', {}, { flag: 'rejected' }],
    ['the product is the scan itself', {}, { uuid: 's1' }],
  ] as const)('isn’t a duplicate when %s', (_description, scan, other) => {
    expect(isInProject(capturedScan(scan), [{ ...product, ...other }])).toBe(false);
  });
});

/** A product that has been saved to a project. */
const product = capturedScan({ uuid: 'p', state: 'waiting', projects_id: 'p1' });
const other = { serial_number: '25B17K3M-0043', serial_key: '25B17K3M-0043' };
const kinds = {
  good: capturedScan(other),
  unchecked: capturedScan({ ...other, isValidated: true, isValid: true }),
  invalid: capturedScan({ ...other, isValid: false }),
  details: capturedScan({ ...other, confirmed: false }),
  photo: capturedScan({ serial_number: null, serial_key: '', is_unique: false }),
  tag_photo: capturedScan({ ...other, requiresTagPhoto: true }),
  survey: capturedScan({ ...other, requiresSurvey: true }),
  isDuplicate: capturedScan({ uuid: 'twice' }),
} as const;
const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]));
const isSavable = (one: keyof typeof kinds) => one === 'good' || one === 'unchecked';

describe('saving captured scans', () => {
  it('saves all valid scans, and gives a reason for each of the others', () => {
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 12 }), (batch) => {
        const scans = batch.map((one, index) => ({ ...kinds[one], uuid: `${one} ${index}` }));
        const reviewed = review(scans, [product]);
        const { readyScans, remainingScans } = splitBatch(reviewed);
        const names = (items: typeof readyScans) => items.map(({ scan }) => scan.uuid);
        const namedScans = batch.map((one, index) => ({ one, name: `${one} ${index}` }));
        expect(names(readyScans)).toEqual(
          namedScans.filter(({ one }) => isSavable(one)).map(({ name }) => name),
        );
        expect(names(remainingScans)).toEqual(
          namedScans.filter(({ one }) => !isSavable(one)).map(({ name }) => name),
        );
        for (const { requirements, isDuplicate, scan } of remainingScans) {
          expect(isDuplicate ? ['isDuplicate'] : requirements).toEqual([scan.uuid.split(' ')[0]]);
        }
        expect(findBlockingReason(reviewed, open) === null).toBe(readyScans.length > 0);
      }),
    );
  });

  it.each([
    ['nothing', [], open],
    ['requirements', [kinds.survey], open],
    ['requirements', [kinds.photo, kinds.invalid], null],
    ['duplicates', [kinds.isDuplicate, kinds.photo], open],
    ['no_project', [kinds.good, kinds.invalid], null],
    ['project_not_open', [kinds.good], closed],
    ['project_not_open', [kinds.good], closing],
    [null, [kinds.good, kinds.isDuplicate, kinds.photo], open],
  ] as const)('waits for %s', (blockingReason, scans, project) => {
    expect(findBlockingReason(review(scans, [product]), project)).toBe(blockingReason);
  });

  it('counts the amount by which each further copy raises the total', () => {
    const pointRules = pointRulesWith({ pointsOfType: { GGL: 30 } });
    const before = [kinds.good, kinds.unchecked];
    expect(addedPoints('GGL', 2, before, pointRules)).toBe(60);
    expect(addedPoints('GGL', 1, before, pointRules)).toBe(
      expectedPoints([kinds.good, ...before], pointRules).points -
        expectedPoints(before, pointRules).points,
    );
    expect(addedPoints('XYZ', 1, before, pointRules)).toBe(0);
  });

  it('shows a maximum if a product goes into review, and whether serial numbers are unchecked', () => {
    const pointRules = pointRulesWith({ pointsOfType: { GGL: 30 } });
    const photographed = { ...kinds.photo, imageIdxDB: 'photo' };
    const promised = { points: 60, isMaximum: true, isUnchecked: false };
    expect(expectedPoints([kinds.unchecked, photographed], pointRules)).toEqual(promised);
    expect(expectedPoints([kinds.good], pointRules)).toEqual({
      points: 30,
      isMaximum: false,
      isUnchecked: true,
    });
    const inReview = { calculated_available_points: 100, calculated_max_points: 120 };
    expect(expectedPoints([kinds.good], pointRules, inReview)).toMatchObject({
      points: 30,
      isMaximum: true,
    });
  });
});
