import { describe, expect, test } from 'vitest';
import { permissionFor, type PermissionSubject } from '#src/data/account/permissions.ts';

const company = { accepts_leads: 1, has_edenred_card: 0, is_recommended: false } as const;
const subject = (changes: Partial<PermissionSubject> = {}): PermissionSubject => ({
  role: 3,
  company,
  region: 'RO',
  flags: 1 + 4,
  ...changes,
});

describe('access to a screen', () => {
  test('is limited to its roles', () => {
    expect(permissionFor({ roles: [3, 7] }, subject({ role: 4 }))).toBe('no');
    expect(permissionFor({ roles: [3, 7] }, subject({ role: 7 }))).toBe('yes');
    expect(permissionFor({}, subject({ role: 8 }))).toBe('yes');
  });

  test('is limited by the company flag that it needs', () => {
    expect(permissionFor({ needs: 'accepts_leads' }, subject())).toBe('yes');
    expect(permissionFor({ needs: 'has_edenred_card' }, subject())).toBe('no');
  });

  test('for the warranty feature depends on the third bit of the region’s flags', () => {
    for (let flags = 0; flags < 8; flags += 1) {
      const expected = flags >= 4 ? 'yes' : 'no';
      expect(permissionFor({ needs: 'warranty' }, subject({ flags }))).toBe(expected);
    }
  });

  test('for the warranty feature includes everyone in two regions, and elsewhere only recommended companies', () => {
    const permission = (changes: Partial<PermissionSubject>) =>
      permissionFor({ needs: 'warranty' }, subject(changes));
    expect(permission({ region: 'BG' })).toBe('yes');
    expect(permission({ region: 'PL' })).toBe('no');
    expect(permission({ region: 'PL', company: { ...company, is_recommended: true } })).toBe('yes');
    expect(permission({ region: 'PL', company: undefined })).toBe('unknown');
  });

  test('is unknown, not denied, before the data is fetched, unless the role alone denies it', () => {
    const withoutCompany = subject({ company: undefined, flags: undefined });
    expect(permissionFor({ needs: 'accepts_leads' }, withoutCompany)).toBe('unknown');
    expect(permissionFor({ needs: 'warranty' }, withoutCompany)).toBe('unknown');
    expect(permissionFor({ needs: 'warranty', roles: [4] }, withoutCompany)).toBe('no');
  });
});
