import { describe, expect, test } from 'vitest';
import { isInAppBrowser } from '#src/data/device/install.ts';

describe('an in-app browser', () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';

  test.each([
    `${iPhone} (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBDV/iPhone14,5]`,
    `${iPhone} (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.3.29 (iPhone14,5; iOS 18_5)`,
    `${iPhone} (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.7`,
    `${iPhone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1 Viber/23.1`,
    `${iPhone} (KHTML, like Gecko) GSA/310.0.6 Mobile/15E148 Safari/604.1`,
    `${iPhone} (KHTML, like Gecko) Mobile/15E148`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    `${android}; wv) AppleWebKit/537.36 Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36`,
    `${android}) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/512.0.0.0;]`,
    `${android}) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36 WhatsApp/2.25.1`,
    `${android}) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36 Line/14.1.0`,
  ])('is detected: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent, false)).toBe(true);
  });

  test.each([
    `${iPhone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    `${iPhone} (KHTML, like Gecko) CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`,
    `${iPhone} (KHTML, like Gecko) FxiOS/139.0 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    `${android}) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0',
  ])('isn’t reported for another browser: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent, false)).toBe(false);
  });

  test('isn’t reported for the installed app, which doesn’t identify as Safari either', () => {
    expect(isInAppBrowser(`${iPhone} (KHTML, like Gecko) Mobile/15E148`, true)).toBe(false);
  });
});
