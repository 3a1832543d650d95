import { expect, test } from 'vitest';
import { areaOfFile } from '#src/i18n/areas.ts';

test('the error page has its texts, even if no other texts can be loaded', () => {
  for (const path of ['src/shell/error-page.tsx', 'src/shell/error-boundary.tsx'])
    expect(areaOfFile(path)).toBeNull();
  expect(areaOfFile('src/shell/send-report.tsx')).toBe('account');
});
