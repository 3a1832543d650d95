import { expect, test } from 'vitest';
import { changedValues, mergeFields } from '#console/parts/record/merge-fields.ts';

const base = { name: 'Dach', city: 'Kraków', active: true };

test('only changed fields are sent', () => {
  expect(changedValues(base, { ...base, city: 'Łódź' })).toEqual({ city: 'Łódź' });
  expect(changedValues(base, base)).toEqual({});
});

test('changes to different fields are merged', () => {
  const mine = { ...base, city: 'Łódź' };
  const theirs = { ...base, name: 'Dach Plus' };
  expect(mergeFields(base, mine, theirs)).toEqual({
    values: { name: 'Dach Plus', city: 'Łódź', active: true },
    conflicts: [],
    mergedFields: ['name'],
  });
});

test('a field that both changed keeps my value and is a conflict', () => {
  const mine = { ...base, city: 'Łódź', active: false };
  const theirs = { ...base, city: 'Opole', active: false };
  expect(mergeFields(base, mine, theirs)).toEqual({
    values: { ...base, city: 'Łódź', active: false },
    conflicts: [{ field: 'city', mine: 'Łódź', theirs: 'Opole' }],
    mergedFields: [],
  });
});

test('a field that I changed back isn’t a change', () => {
  const theirs = { ...base, city: 'Opole' };
  expect(mergeFields(base, base, theirs)).toEqual({
    values: theirs,
    conflicts: [],
    mergedFields: ['city'],
  });
});
