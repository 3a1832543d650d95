import { afterEach, vi } from 'vitest';

// `unstubGlobals` runs before each test, so the stubs of a file's last test would still apply when the next file is
// imported.
afterEach(() => {
  vi.unstubAllGlobals();
});
