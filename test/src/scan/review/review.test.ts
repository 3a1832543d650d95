import { describe, expect, it } from 'vitest';
import { isInProject, reviewScans, blockingReasonOf } from '#src/features/scan/review/review.ts';
import { rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const questions = rules.configuration.product_survey;
const review = (
  scans: Parameters<typeof reviewScans>[0],
  products: Parameters<typeof reviewScans>[1] = [],
) => reviewScans(scans, products, questions);
type Project = NonNullable<Parameters<typeof blockingReasonOf>[1]>;
const open: Project = { status: { id: 1 }, closing: null };
const closed: Project = { ...open, status: { id: 2 } };
const closing: Project = { ...open, closing: { uuid: 'c', response: [], released: true } };

describe('a captured scan and the products of its project', () => {
  const product = capturedScan({ uuid: 's2', state: 'sent', projects_id: 'p1', flag: 'valid' });

  it('is a duplicate of the very same product', () => {
    expect(isInProject(capturedScan(), [product])).toBe(true);
  });

  it.each([
    ['the scan is not confirmed', { confirmed: false }, {}],
    ['the scan is generic', { is_unique: false, serial_number: null }, {}],
    ['another size has the number', {}, { size: 'MK04' }],
    ['the product was rejected', {}, { flag: 'rejected' }],
    ['the product is the scan itself', {}, { uuid: 's1' }],
  ] as const)('is none when %s', (_why, scan, other) => {
    expect(isInProject(capturedScan(scan), [{ ...product, ...other }])).toBe(false);
  });
});

describe('saving what was captured', () => {
  it('is possible when nothing is missing and a project is open', () => {
    expect(blockingReasonOf(review([capturedScan()]), open)).toBeNull();
  });

  it.each([
    ['nothing', [], open],
    ['requirements', [capturedScan({ requiresSurvey: true })], open],
    ['requirements', [capturedScan(), capturedScan({ uuid: 's2', isValid: false })], null],
    ['no_project', [capturedScan()], null],
    ['project_not_open', [capturedScan()], closed],
    ['project_not_open', [capturedScan()], closing],
  ] as const)('waits for %s', (blockingReason, scans, project) => {
    expect(blockingReasonOf(review(scans), project)).toBe(blockingReason);
  });

  it('waits while the project has one of the products', () => {
    const product = capturedScan({ uuid: 's2', state: 'waiting', projects_id: 'p1' });
    expect(blockingReasonOf(review([capturedScan()], [product]), open)).toBe('duplicates');
  });
});
