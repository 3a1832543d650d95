import { expect, test } from 'vitest';
import { changedValues, mergeFields } from '#console/parts/record/merge-fields.ts';

const base = { name: 'Dach', city: 'Kraków', active: true };

test('only changed fields are sent', () => {
  expect(changedValues(base, { ...base, city: 'Łódź' })).toEqual({ city: 'Łódź' });
  expect(changedValues(base, base)).toEqual({});
});

test('changes to different fields are merged', () => {
  const ownValues = { ...base, city: 'Łódź' };
  const theirValues = { ...base, name: 'Dach Plus' };
  expect(mergeFields(base, ownValues, theirValues)).toEqual({
    values: { name: 'Dach Plus', city: 'Łódź', active: true },
    conflicts: [],
    mergedFields: ['name'],
  });
});

test('a field that both operators changed keeps my value, and is a conflict', () => {
  const ownValues = { ...base, city: 'Łódź', active: false };
  const theirValues = { ...base, city: 'Opole', active: false };
  expect(mergeFields(base, ownValues, theirValues)).toEqual({
    values: { ...base, city: 'Łódź', active: false },
    conflicts: [{ field: 'city', mine: 'Łódź', theirs: 'Opole' }],
    mergedFields: [],
  });
});

test('a field that I changed back isn’t a change', () => {
  const theirValues = { ...base, city: 'Opole' };
  expect(mergeFields(base, base, theirValues)).toEqual({
    values: theirValues,
    conflicts: [],
    mergedFields: ['city'],
  });
});
