import { describe, expect, test } from 'vitest';
import { permissionFor, type PermissionSubject } from '#src/data/account/permissions.ts';

const company = { accepts_leads: 1, has_edenred_card: 0, is_recommended: false } as const;
const person = (changes: Partial<PermissionSubject> = {}): PermissionSubject => ({
  role: 3,
  company,
  region: 'RO',
  flags: 1 + 4,
  ...changes,
});

describe('access to a screen', () => {
  test('is limited to its roles', () => {
    expect(permissionFor({ roles: [3, 7] }, person({ role: 4 }))).toBe('no');
    expect(permissionFor({ roles: [3, 7] }, person({ role: 7 }))).toBe('yes');
    expect(permissionFor({}, person({ role: 8 }))).toBe('yes');
  });

  test('is limited by the company flag it needs', () => {
    expect(permissionFor({ needs: 'accepts_leads' }, person())).toBe('yes');
    expect(permissionFor({ needs: 'has_edenred_card' }, person())).toBe('no');
  });

  test('for the warranty feature depends on the third bit of the region’s flags', () => {
    for (let flags = 0; flags < 8; flags += 1) {
      const expected = flags >= 4 ? 'yes' : 'no';
      expect(permissionFor({ needs: 'warranty' }, person({ flags }))).toBe(expected);
    }
  });

  test('for the warranty feature includes everyone in two regions, elsewhere recommended companies', () => {
    const may = (changes: Partial<PermissionSubject>) =>
      permissionFor({ needs: 'warranty' }, person(changes));
    expect(may({ region: 'BG' })).toBe('yes');
    expect(may({ region: 'PL' })).toBe('no');
    expect(may({ region: 'PL', company: { ...company, is_recommended: true } })).toBe('yes');
    expect(may({ region: 'PL', company: undefined })).toBe('unknown');
  });

  test('is unknown, not denied, before the data is fetched; the role alone can deny it', () => {
    const stranger = person({ company: undefined, flags: undefined });
    expect(permissionFor({ needs: 'accepts_leads' }, stranger)).toBe('unknown');
    expect(permissionFor({ needs: 'warranty' }, stranger)).toBe('unknown');
    expect(permissionFor({ needs: 'warranty', roles: [4] }, stranger)).toBe('no');
  });
});
