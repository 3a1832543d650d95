import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedTypes, requiresProductSurvey } from '#schemas/product-type.ts';
import { roles, type RoleId } from '#schemas/roles.ts';
import type { ScanSave } from '#schemas/scan.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { judgeScan, type Knowledge, type ScanRules } from '#server/scans/judge.ts';
import { counts, type ScanState } from '#server/scans/scan-state.ts';
import { settleEdits, type Before } from '#server/scans/settle-edits.ts';
import { productAnswer, removalOf, saveOf, plainSerials, taggedSerials } from './room-setup.ts';

const polish = demoRegionSettings.find(({ regional }) => regional.region === 'PL');
if (!polish) throw new Error('The demo has no Polish settings.');
const { configuration } = polish;
const rulesOf = (role: RoleId): ScanRules => ({
  configuration,
  categories: demoProductTypes,
  role,
});
const rules = rulesOf(roles.owner);

const project = '10000000-0000-4000-8000-00000000000a';
const closed = '10000000-0000-4000-8000-00000000000b';
const photo = '10000000-0000-4000-8000-00000000000c';
const company = '10000000-0000-4000-8000-00000000000d';
const pieces = plainSerials.slice(0, 6);
const piece = pieces[0] ?? { code: '', type: '', size: '', variant: '' };
const tagged = taggedSerials.find(({ type }) => type === 'GGL') ?? piece;

const known: Knowledge = {
  registry: new Map([...pieces, tagged].map(({ code, ...product }) => [code, product])),
  countedBy: new Map(),
  projects: new Map([
    [project, { isOpen: true }],
    [closed, { isOpen: false }],
  ]),
  photos: new Set([photo]),
};

function codeOf(save: ScanSave, knowledge: Knowledge = known, under: ScanRules = rules): string {
  const judgement = judgeScan(save, under, knowledge);
  return judgement.kind === 'taken' ? judgement.flag : judgement.code;
}

describe('a scan', () => {
  test('of a registered piece is valid and worth the points of its type', () => {
    expect(judgeScan(saveOf(piece, project), rules, known)).toEqual({
      kind: 'taken',
      flag: 'valid',
      points: configuration.product_points[piece.type],
      survey: null,
    });
  });

  test.each<[string, Partial<ScanSave>, string]>([
    ['an unknown serial number', { serial_number: '24A00000-0000' }, 'unknown_serial'],
    ['another type', { type: 'XXX' }, 'serial_mismatch'],
    ['another size', { size: 'XX99' }, 'serial_mismatch'],
    ['another variant', { variant: '9999' }, 'serial_mismatch'],
    ['a serial number that names no piece', { is_unique: false }, 'not_a_product'],
    ['no serial number but one piece', { serial_number: null }, 'not_a_product'],
    ['a project that is not there', { projects_id: photo }, 'project_not_found'],
    ['a closed project', { projects_id: closed }, 'project_not_open'],
    ['a photo that has not arrived', { image_data: project }, 'photo_not_found'],
    ['a survey that is no JSON', { survey: '{' }, 'survey_incomplete'],
    ['a survey that is no response', { survey: '{"a":1}' }, 'survey_incomplete'],
    ['a photo of its tag', { image_data: photo }, 'in_review'],
  ])('with %s', (_what, changes, code) => {
    expect(codeOf(saveOf(piece, project, changes))).toBe(code);
  });

  test('whose tag has to be photographed needs the photo, and is looked at', () => {
    expect(codeOf(saveOf(tagged, project))).toBe('photo_not_found');
    expect(codeOf(saveOf(tagged, project, { image_data: photo }))).toBe('in_review');
  });

  test('without a serial number needs a photo, and is looked at', () => {
    const generic = { serial_number: null, is_unique: false };
    expect(codeOf(saveOf(piece, project, generic))).toBe('photo_not_found');
    expect(codeOf(saveOf(piece, project, { ...generic, image_data: photo }))).toBe('in_review');
  });

  test('whose serial number counts for another scan is refused, for itself it is not', () => {
    const save = saveOf(piece, project);
    const counted = (by: string) => ({ ...known, countedBy: new Map([[piece.code, by]]) });
    expect(codeOf(save, counted(photo))).toBe('already_scanned');
    expect(codeOf(save, counted(save.uuid))).toBe('valid');
  });

  test('of a type named like a property of every object is worth nothing', () => {
    const odd = { code: '24A00000-0001', type: 'toString', size: 'A', variant: 'A' };
    const categories = [{ type: 'toString', status: 'active', tier_category: 1 }] as const;
    const registry = new Map([[odd.code, { type: odd.type, size: 'A', variant: 'A' }]]);
    const judgement = judgeScan(
      saveOf(odd, project),
      { ...rules, categories },
      { ...known, registry },
    );
    expect(judgement).toMatchObject({ kind: 'taken', points: 0 });
  });
});

test('every type: who may scan it and who must answer its question', () => {
  for (const { type } of demoProductTypes) {
    const any = { code: '24A00000-0002', type, size: 'MK06', variant: '0000' };
    const registry = new Map([[any.code, { type, size: 'MK06', variant: '0000' }]]);
    for (const role of Object.values(roles)) {
      const judge = (survey: string | null) =>
        codeOf(saveOf(any, project, { survey }), { ...known, registry }, rulesOf(role));
      const isAllowed = allowedTypes(demoProductTypes, role).has(type);
      const asks = requiresProductSurvey(demoProductTypes, type);
      expect(judge(productAnswer)).toBe(isAllowed ? 'valid' : 'type_not_allowed');
      const bare = asks ? 'survey_incomplete' : 'valid';
      expect(judge(null)).toBe(isAllowed ? bare : 'type_not_allowed');
      expect(judge('[]')).toBe(isAllowed ? bare : 'type_not_allowed');
    }
  }
});

/** Edits as devices may send them: few ids, so that they meet. */
const ids = [1, 2, 3, 4].map((digit) => `20000000-0000-4000-8000-00000000000${digit}`);
const ops = [1, 2, 3, 4, 5, 6].map((digit) => `30000000-0000-4000-8000-00000000000${digit}`);
const edit = fc.oneof(
  fc
    .record({
      uuid: fc.constantFrom(...ids),
      op: fc.constantFrom(...ops),
      base: fc.constantFrom(null, ...ops),
      piece: fc.constantFrom(...pieces),
      where: fc.constantFrom(project, closed),
      isGeneric: fc.boolean(),
    })
    .map(({ uuid, op, base, piece: of, where, isGeneric }) =>
      saveOf(of, where, {
        uuid,
        op_id: op,
        base_op_id: base,
        ...(isGeneric ? { serial_number: null, is_unique: false, image_data: photo } : {}),
      }),
    ),
  fc
    .record({ uuid: fc.constantFrom(...ids), op: fc.constantFrom(...ops) })
    .map(({ uuid, op }) => ({ ...removalOf(uuid), op_id: op })),
);

const empty: Before = {
  companyId: company,
  scans: new Map(),
  graves: new Set(),
  known,
  now: '2026-05-04T10:00:00.000Z',
};

/** The database after a settlement. */
function after(before: Before, edits: Parameters<typeof settleEdits>[0]) {
  const settlement = settleEdits(edits, before, rules);
  const scans = new Map([...before.scans, ...settlement.changed]);
  const counting = [...scans.values()].filter(counts);
  const next: Before = {
    ...before,
    scans,
    graves: new Set([...before.graves, ...settlement.graves.keys()]),
    known: {
      ...known,
      countedBy: new Map(counting.map(({ serial_number, uuid }) => [serial_number ?? '', uuid])),
    },
  };
  return { settlement, next, counting };
}

describe('any row of edits', () => {
  test('leaves every serial number counted at most once', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { counting } = after(empty, edits);
        const serials = counting.map(({ serial_number }) => serial_number);
        expect(new Set(serials).size).toBe(serials.length);
      }),
    );
  });

  test('has a verdict for each edit, in its order, that is either a scan or a reason', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { settlement } = after(empty, edits);
        expect(settlement.verdicts.map(({ uuid, op_id }) => [uuid, op_id])).toEqual(
          edits.map(({ uuid, op_id }) => [uuid, op_id]),
        );
        for (const { status, error } of settlement.verdicts) {
          expect(error === null).toBe(status < 300);
        }
      }),
    );
  });

  test('comes to the same in one batch as one by one', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const atOnce = after(empty, edits);
        let before = empty;
        const verdicts = edits.map((one) => {
          const step = after(before, [one]);
          before = step.next;
          return step.settlement.verdicts[0];
        });
        expect(atOnce.settlement.verdicts).toEqual(verdicts);
        expect(atOnce.next.scans).toEqual(before.scans);
        expect(atOnce.next.graves).toEqual(before.graves);
      }),
    );
  });

  test('changes nothing when its last edit is sent again (F01)', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), (edits) => {
        const { settlement, next } = after(empty, edits);
        const last = edits.slice(-1);
        const [again] = after(next, last).settlement.verdicts;
        const first = settlement.verdicts.at(-1);
        if (first?.error !== null) return;
        expect(again?.scan).toEqual(first.scan);
        expect(after(next, last).settlement.changed.size).toBe(0);
      }),
    );
  });

  test('never touches what another company has', () => {
    const foreign: ScanState = {
      ...saveOf(piece, closed, { uuid: ids[0] ?? '' }),
      company_id: closed,
      flag: 'valid',
      points: 1,
      created_at: empty.now,
      updated_at: empty.now,
    };
    const before = { ...empty, scans: new Map([[foreign.uuid, foreign]]) };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const { settlement } = after(before, edits);
        expect(settlement.changed.has(foreign.uuid)).toBe(false);
        const told = settlement.verdicts.filter(({ uuid }) => uuid === foreign.uuid);
        expect(told.every(({ scan, status }) => scan === null && status === 409)).toBe(true);
      }),
    );
  });
});
