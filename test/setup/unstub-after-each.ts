import { afterEach, vi } from 'vitest';

// `unstubGlobals` acts before each test, so the stubs of a file's last test would reach the imports of the next file.
afterEach(() => {
  vi.unstubAllGlobals();
});
