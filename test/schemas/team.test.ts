import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { memberName } from '#schemas/person-rules.ts';
import { nationalNumber } from '#schemas/phone.ts';
import { regions } from '#schemas/regions.ts';
import { roleId, roles } from '#schemas/roles.ts';
import { isTeamFull, managesTeam } from '#schemas/team.ts';

const members = fc.array(
  fc.record({ role: fc.record({ id: fc.constantFrom(...roleId.options) }) }),
);

test('only installers count towards a full team; without a limit it is never full', () => {
  fc.assert(
    fc.property(members, fc.nat(12), (team, installers) => {
      const limit = { owners: 1, installers };
      const count = team.filter(({ role }) => role.id === roles.staff).length;
      expect(isTeamFull(team, limit)).toBe(count >= installers);
      expect(isTeamFull(team, undefined)).toBe(false);
    }),
  );
});

test('only owners of main companies can manage a team', () => {
  expect(roleId.options.map(managesTeam)).toEqual([true, false, false, false]);
});

test('a member’s name can have letters of any script but no digits', () => {
  for (const name of ['Łukasz', ' Олена ', 'Anne-Marie', 'O’Neill']) {
    expect(v.is(memberName, name)).toBe(true);
  }
  for (const name of ['', '  ', 'J4n', '٣', 'Jan２', 'x'.repeat(81)]) {
    expect(v.is(memberName, name)).toBe(false);
  }
});

test('a national number is the international one without the region’s dial code', () => {
  fc.assert(
    fc.property(fc.constantFrom(...regions), fc.stringMatching(/^\d{6,10}$/), (region, digits) => {
      expect(nationalNumber(`${region.dialCode}${digits}`, region.code)).toBe(digits);
    }),
  );
  expect(nationalNumber('+999999999123', 'PL')).toBe('999999999123');
});
