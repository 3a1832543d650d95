import { expect, test } from 'vitest';
import { routes } from '#src/app/routes.ts';
import { groupsOf, signedInGroups } from './screen-groups.ts';

test.each(routes)('$path is in exactly one group', ({ path }) => {
  expect(groupsOf(path)).toHaveLength(1);
});

test('every signed-in route is in a group that the tours open', () => {
  const signedIn = routes.filter(({ access }) => access === 'signed_in');
  const missing = signedIn.filter(({ path }) =>
    groupsOf(path).every((group) => !signedInGroups.includes(group)),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('the group of a path depends only on its first segment', () => {
  expect(groupsOf('/close?source=survey')).toEqual(['contact']);
  expect(groupsOf('/leads/1/archive')).toEqual(['contact']);
  expect(groupsOf('/')).toEqual(['scanning']);
  expect(groupsOf('/unknown')).toEqual([]);
});
