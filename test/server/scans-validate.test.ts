import { describe, expect, test } from 'vitest';
import { allowedTypes, requiresProductSurvey } from '#schemas/product-type.ts';
import { roles } from '#schemas/roles.ts';
import type { ScanSave } from '#schemas/scan.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { validateScan, type ScanContext, type ScanRules } from '#server/scans/apply-edits.ts';
import {
  closedProject,
  configuration,
  knownContext,
  photo,
  product,
  project,
  rules,
  rulesOf,
  productWithPlatePhoto,
} from './scan-rules-setup.ts';
import { productAnswer, saveOf } from './scan-setup.ts';

function codeOf(
  save: ScanSave,
  context: ScanContext = knownContext,
  scanRules: ScanRules = rules,
): string {
  const verdict = validateScan(save, scanRules, context);
  return verdict.kind === 'accepted' ? verdict.flag : verdict.code;
}

describe('a scan', () => {
  test('of a registered product is valid and worth the points of its type', () => {
    expect(validateScan(saveOf(product, project), rules, knownContext)).toEqual({
      kind: 'accepted',
      flag: 'valid',
      points: configuration.product_points[product.type],
      survey: null,
    });
  });

  test.each<[string, Partial<ScanSave>, string]>([
    ['an unknown serial number', { serial_number: '24A00000-0000' }, 'unknown_serial'],
    ['another type', { type: 'XXX' }, 'serial_mismatch'],
    ['another size', { size: 'XX99' }, 'serial_mismatch'],
    ['another variant', { variant: '9999' }, 'serial_mismatch'],
    ['a serial number without is_unique', { is_unique: false }, 'not_a_product'],
    ['is_unique without a serial number', { serial_number: null }, 'not_a_product'],
    ['an unknown project', { projects_id: photo }, 'project_not_found'],
    ['a closed project', { projects_id: closedProject }, 'project_not_open'],
    ['a photo that has not arrived', { image_data: project }, 'photo_not_found'],
    ['a survey that isn’t JSON', { survey: '{' }, 'survey_incomplete'],
    ['a survey that isn’t a list of answers', { survey: '{"a":1}' }, 'survey_incomplete'],
    ['a photo of its data plate', { image_data: photo }, 'in_review'],
  ])('with %s', (_description, changes, code) => {
    expect(codeOf(saveOf(product, project, changes))).toBe(code);
  });

  test('that needs a photo of the data plate is rejected without it, and reviewed with it', () => {
    expect(codeOf(saveOf(productWithPlatePhoto, project))).toBe('photo_needed');
    expect(codeOf(saveOf(productWithPlatePhoto, project, { image_data: photo }))).toBe('in_review');
  });

  test('without a serial number needs a photo and a review', () => {
    const genericProduct = { serial_number: null, is_unique: false };
    expect(codeOf(saveOf(product, project, genericProduct))).toBe('photo_needed');
    expect(codeOf(saveOf(product, project, { ...genericProduct, image_data: photo }))).toBe(
      'in_review',
    );
  });

  test('is rejected if another scan has its serial number, but not if it keeps its own', () => {
    const save = saveOf(product, project);
    const countedByOther = (companyId: string) => ({
      ...knownContext,
      serialHolders: new Map([[product.code, companyId]]),
    });
    expect(codeOf(save, countedByOther(photo))).toBe('already_scanned');
    expect(codeOf(save, countedByOther(save.uuid))).toBe('valid');
  });

  test('of a type named like an inherited object property earns no points', () => {
    const unusualSerial = { code: '24A00000-0001', type: 'toString', size: 'A', variant: 'A' };
    const categories = [{ type: 'toString', status: 'active', tier_category: 1 }] as const;
    const registry = new Map([
      [unusualSerial.code, { type: unusualSerial.type, size: 'A', variant: 'A' }],
    ]);
    const verdict = validateScan(
      saveOf(unusualSerial, project),
      { ...rules, categories },
      { ...knownContext, registry },
    );
    expect(verdict).toMatchObject({ kind: 'accepted', points: 0 });
  });
});

test('every type is limited to its roles, and requires its survey', () => {
  for (const { type } of demoProductTypes) {
    const anyProduct = { code: '24A00000-0002', type, size: 'MK06', variant: '0000' };
    const registry = new Map([[anyProduct.code, { type, size: 'MK06', variant: '0000' }]]);
    for (const role of Object.values(roles)) {
      const validateWithSurvey = (survey: string | null) =>
        codeOf(
          saveOf(anyProduct, project, { survey }),
          { ...knownContext, registry },
          rulesOf(role),
        );
      const isAllowed = allowedTypes(demoProductTypes, role).has(type);
      const needsSurvey = requiresProductSurvey(demoProductTypes, type);
      expect(validateWithSurvey(productAnswer)).toBe(isAllowed ? 'valid' : 'type_not_allowed');
      const codeWithoutSurvey = needsSurvey ? 'survey_incomplete' : 'valid';
      expect(validateWithSurvey(null)).toBe(isAllowed ? codeWithoutSurvey : 'type_not_allowed');
      expect(validateWithSurvey('[]')).toBe(isAllowed ? codeWithoutSurvey : 'type_not_allowed');
    }
  }
});
